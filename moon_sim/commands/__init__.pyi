from .program import main as main
