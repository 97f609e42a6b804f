"""What the command line is asked in these tests, and how its output is read."""

import os
import re
import subprocess
import sys

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
HOLDING = f"{HAND} 0-0"
DEAL = "5-1 4-4 3-1 | 6-4 5-5 4-2 | 6-6 6-1 4-1"
QUICK = ("--layouts", "2", "--seed", "3", "--trump", "6")

# Hangs on a guess: 78 % with all hands open, 63 % for one who can't see.
GUESS = ("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "--discard", "4-3", "--trump", "5", "--target", "5")

# A declarer's choice that hangs on a guess, and a defender's, for `advice`.
PLAYED = (
    "6-6 6-2 6-1 5-5 5-2 4-4 4-1 | 4 pass pass | widow=3-3,out=4-1,trump=6 | "
    "3-3 4-3 5-3 5-5 5-1 6-5 1-1"
)
DEFENDED = "6-6 6-3 6-2 5-5 4-1 3-1 2-1 | 4 pass pass | trump=5 | 5-4 5-5 6-5"


def message(err):
    """The message of an error: one line, and no traceback."""
    assert err.startswith("moon-sim: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("moon-sim: ").rstrip()


def environment(**changes):
    """As a shell has it, where Python buffers what it writes to pipes."""
    return {**os.environ, **changes, "PYTHONUNBUFFERED": ""}


def shell(command, **changes):
    """Run a shell command in which $moon is the program; return code, stdout and stderr."""
    env = environment(moon=f"{sys.executable} -m moon_sim", **changes)
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=env, timeout=100)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def tables(out):
    """The rows of each table, as lists of cells."""
    found = []
    for line in out.splitlines():
        if line.strip().startswith("─"):
            if found:
                found[-1].pop()  # the next table's head
            found.append([])
        elif found and line.startswith("  ") and line.strip():
            found[-1].append(re.split(r" {2,}", line.strip()))
    return found


def sentences(out):
    return " ".join(out.split())
