"""What a contract is worth to one who can't see: `moon-sim contract`."""

from typing import TYPE_CHECKING, Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    TRICKS,
    HouseRules,
    Json,
    Kept,
    house_rules,
    records,
    seconds,
    target_or_21,
    trump_word,
    whole_number,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


def contract(
    hand: Kept = None,
    discard: Annotated[
        str, typer.Option(metavar="TILE", help="The tile that you discarded.", show_default=False)
    ] = ...,  # type: ignore[assignment]
    trump: Annotated[
        str,
        typer.Option(
            parser=trump_word,
            metavar="TRUMP",
            help="0 to 6, doubles or none.",
            show_default=False,
        ),
    ] = ...,  # type: ignore[assignment]
    target: Annotated[
        int,
        typer.Option(
            parser=target_or_21,
            metavar="N",
            help="Tricks to make; 21 is all 7.",
            show_default=False,
        ),
    ] = ...,  # type: ignore[assignment]
    time_limit: Annotated[
        float,
        typer.Option(
            parser=seconds, metavar="SECONDS", help="Time for the proof of the best defence."
        ),
    ] = 20.0,
    depth: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, 4), metavar="N", help="Your turns that the strategy shows."
        ),
    ] = 2,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """What a contract is worth to one who cannot see the hidden tiles, and how to play it.

    Three views: all hands open; the first lead picked blind; and the best strategy for a declarer
    who sees only what is played, proven. Ctrl-C prints what is proven so far.
    """
    house = house_rules(rules)

    def answer(tiles: str) -> Answer:
        from moon_sim.defence import (
            AT_TIMES,
            brackets,
            contract_words,
            describe_bracket,
            kinds_table,
            losses_by_kind,
            outline,
            outline_tree,
            views_table,
        )
        from moon_sim.odds import contract_odds, describe_leads

        tricks = min(target, TRICKS)
        double_dummy = contract_odds(tiles, discard, trump, view="double-dummy", rules=house)
        blind = contract_odds(tiles, discard, trump, rules=house)
        bracket = tree = None
        stopped = False
        with progress_bar() as progress:
            try:
                for bracket in brackets(tiles, discard, trump, tricks, time_limit, rules=house):
                    progress(bracket.n - (bracket.high - bracket.low), bracket.n)
                if bracket and bracket.low:
                    tree = outline(bracket.strategy, depth)
            except KeyboardInterrupt:
                stopped = True
        if bracket is None:
            raise KeyboardInterrupt
        strategy = bracket.strategy
        kinds = losses_by_kind(strategy)
        goal = f"{target}, that is all {TRICKS} tricks" if target > TRICKS else ""
        parts: list[RenderableType] = [
            contract_words(strategy, goal).capitalize(),
            "",
            views_table(double_dummy, blind, bracket),
            describe_leads(blind, tricks),
            "",
        ]
        if tree:
            parts += [f"The strategy. {AT_TIMES}", outline_tree(tree), ""]
        if bracket.low and len(kinds):
            parts += [kinds_table(kinds)]
        return Answer(
            parts,
            describe_bracket(bracket),
            {
                **strategy.to_dict(),
                "double_dummy": double_dummy.p_at_least(tricks),
                "blind_lead": blind.p_at_least(tricks),
                "leads": {lead: one.p_at_least(tricks) for lead, one in blind.leads.items()},
                "best_defence": bracket.to_dict(),
                "strategy": tree and tree.to_dict(),
                "lost": records(kinds),
            },
            stopped=stopped,
        )

    answer_each(hand, "hand", answer, as_json=as_json, rules=house)
