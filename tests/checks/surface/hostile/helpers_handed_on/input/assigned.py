import impl

emit = impl.publish
