__all__ = ["alpha", "beta"]


def alpha() -> str:
    """Alpha."""
    return ""


def beta() -> str:
    """Beta."""
    return ""


def gamma() -> str:
    """Gamma."""
    return ""


LISTED = [alpha]
LISTED += [gamma]
PAIRS = {"pair_alpha": alpha, "pair_beta": beta}
SPECS = (("spec_alpha", alpha, "One."), ("spec_beta", beta, "Two."))
