"""Games whose answers are known, and the slow plain way to their values."""

from itertools import permutations

import numpy as np

from moon_sim.match.contests import Contest
from moon_sim.match.trees import Tree

CHECK, BET = 0, 1
FOLD, CALL = 0, 1


def kuhn(players):
    """Kuhn's poker: one card each of one more than there are players, one chip to bet."""
    bet = (BET,)

    def legal(done):
        """The first bet is answered by each other player in turn."""
        if BET not in done:
            return (len(done), (CHECK, BET)) if len(done) < players else None
        answers = len(done) - done.index(BET) - 1
        if answers == players - 1:
            return None
        return (done.index(BET) + 1 + answers) % players, (FOLD, CALL)

    ends = []

    def end(done):
        ends.append(done)
        return len(ends) - 1

    tree = Tree.grown(legal, end)
    deals = list(permutations(range(players + 1), players))
    results, payoffs = [], []
    for cards in deals:
        row = []
        for done in ends:
            row.append(len(payoffs))
            payoffs.append(_paid(cards, done, players, bet))
        results.append(row)
    return Contest.over(tree, deals, results, payoffs)


def _paid(cards, done, players, bet):
    paid = [1] * players
    stays = list(range(players))
    if BET in done:
        first = done.index(BET)
        paid[first] += 1
        stays = [first]
        for turn, answer in enumerate(done[first + 1 :], 1):
            if answer == CALL:
                paid[(first + turn) % players] += 1
                stays.append((first + turn) % players)
    best = max(stays, key=lambda player: cards[player])
    return [(sum(paid) if player == best else 0) - paid[player] for player in range(players)]


def spread(contest):
    """(n, ends, results): how often each end of each deal comes to each result."""
    return contest.results.toarray().reshape(len(contest.classes), -1, len(contest.payoffs))


def plain_deed_values(contest, strategy, player):
    """What `Contest.deed_values` gives, by recursion over nodes, a deal at a time."""
    tree = contest.tree
    out = np.zeros_like(strategy)
    for classes, results, weight in zip(
        contest.classes, spread(contest), contest.weights, strict=True
    ):

        def value(node, reach, classes=classes, results=results):
            who = tree.player[node]
            if who < 0:
                return results[tree.end[node]] @ contest.payoffs[:, player]
            shares = strategy[tree.turn[node], classes[who]]
            mean = 0.0
            for deed in range(tree.count[node]):
                further = reach if who == player else reach * shares[deed]
                found = value(tree.first[node] + deed, further)
                mean += shares[deed] * found
                if who == player:
                    out[tree.turn[node], classes[who], deed] += reach * found
            return mean

        value(0, weight)
    return out


def plain_shares(contest, strategy):
    """What `Contest.shares` gives, likewise."""
    tree = contest.tree
    out = np.zeros(len(contest.payoffs))
    for classes, results, weight in zip(
        contest.classes, spread(contest), contest.weights, strict=True
    ):
        for node, done in enumerate(tree.deeds):
            if tree.player[node] >= 0:
                continue
            share, at = weight, 0
            for deed in done:
                place = tree.choices(at).index(deed)
                share *= strategy[tree.turn[at], classes[tree.player[at]], place]
                at = tree.first[at] + place
            out += share * results[tree.end[node]]
    return out


def random_strategy(contest, seed):
    """Any strategy; some things are never done."""
    rng = np.random.default_rng(seed)
    shares = rng.random(contest.uniform().shape) * contest.tree.legal[:, None]
    shares *= rng.random(shares.shape) < 0.7
    shares += (shares.sum(axis=2, keepdims=True) == 0) * contest.tree.legal[:, None]
    return shares / shares.sum(axis=2, keepdims=True)
