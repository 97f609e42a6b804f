"""The odds of seven tricks before and after the widow, and the laydowns."""

import pandas as pd

from analyses.common.hands import held_of, with_best_trump
from analyses.shoot_the_moon.laid_down import contracts_of, counted, drawn, shapes_of
from moon_sim import Trump, parse_tiles
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import Run

HOLDINGS_A_JOB = 20_000


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    hands, holdings = drawn(run.seed, run.count)
    jobs = [
        (holdings[at : at + HOLDINGS_A_JOB], trump)
        for at in range(0, len(holdings), HOLDINGS_A_JOB)
        for trump in Trump
    ]
    found = pd.concat(run.map(contracts_of, jobs, "laydowns"), ignore_index=True)
    return {
        "before.csv": with_best_trump(run.table("samples", "hands.csv")),
        "after.csv": after_widow(run.table("samples", "holdings.csv")),
        "laydowns.csv": counted(found, hands, holdings),
        "shapes.csv": shapes_of(found),
    }


def after_widow(holdings: pd.DataFrame) -> pd.DataFrame:
    """Return each holding's contract with the best odds of seven tricks, and what it holds."""
    merit = [f"w{bid}" for bid in reversed(NUMBER_BIDS)]
    ranked = holdings.sort_values(merit, ascending=False, kind="stable")
    best = ranked.drop_duplicates("number").sort_values("number", ignore_index=True)
    kept = [
        parse_tiles(f"{row.hand} {row.widow}") & ~parse_tiles(row.discard)
        for row in best.itertuples()
    ]
    held = held_of(kept, [int(Trump.parse(trump)) for trump in best["trump"]])
    columns = ["number", "hand", "widow", "discard", "trump", "lead7", "w7"]
    return pd.concat([best[columns], held], axis=1)
