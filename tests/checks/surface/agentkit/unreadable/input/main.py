"""Providers of the library, none at all, those that a caller gives, a text that a caller gives."""
from coinbase_agentkit import ActionProvider, AgentKit, AgentKitConfig, create_action, erc20_action_provider


class Own(ActionProvider):
    @create_action(name="own", description="Own.")
    def own(self, args) -> str:
        return ""


kit = AgentKit(AgentKitConfig(wallet_provider=None, action_providers=[erc20_action_provider(), Own("own", [])]))
usual = AgentKit(AgentKitConfig(wallet_provider=None))


def build(providers, text):
    class Made(ActionProvider):
        @create_action(name="made", description=text)
        def made(self, args) -> str:
            return ""

    return AgentKit(AgentKitConfig(wallet_provider=None, action_providers=[*providers, Made("made", [])]))
