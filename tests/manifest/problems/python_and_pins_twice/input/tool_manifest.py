from toolcrib.manifest import Manifest

TOOL_MANIFEST = Manifest(agents={}, capabilities={}, tools={}, pins={"mutating": {}})
