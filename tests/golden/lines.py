#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Metrics of source lines: against what the programs were built to do, and against the functions' metrics."""
import collections
import tempfile
from pathlib import Path

from asc_tap import ROOT, answer, case_path, equal, ok

# The shares of made/expected/inline.json: 12 units of work, each level of inlining with a line of its own.
UNITS = {("inl::level2", 25): 3, ("inl::level1", 29): 2, ("inl::level0", 34): 1, ("Table<", 44): 2, ("plugin_inner", 4): 2}
# Lines of calls: all that is below them.
CALLS = {("inl::level1", 30): 3, ("inl::level0", 35): 5, ("hot", 39): 6}
TOLERANCE = 7  # points


def test_shares(name):
    path = case_path(f"made/recordings/inline/{name}.data")
    if path is None:
        return
    rows = answer("lines", f"--symbols={path.parent}", path)["rows"]
    total = rows[0]["exclusive"]["totalcpu"]
    for side, wanted in (("exclusive", UNITS), ("inclusive", CALLS)):
        for (function, line), units in wanted.items():
            found = [row for row in rows if row["function"].startswith(function) and row["line"] == line]
            share = sum(row[side]["totalcpu"] for row in found) * 100 / total
            ok(len(found) == 1 and abs(share - units * 100 / 12) <= TOLERANCE, f"{name}: {side} share of {function} line {line}", f"{len(found)} rows, {share:.2f} %")


def test_sums(path, *options):
    """The lines of a function add up to its exclusive metrics, in every metric."""
    name = " ".join([path.name, *(option for option in options if not option.startswith("--symbols"))])
    functions = answer("functions", *options, path)["rows"]
    lines = answer("lines", *options, path)["rows"]
    sums = collections.Counter()
    for row in lines[1:]:
        for metric, value in row["exclusive"].items():
            sums[row["function"], row["object"], metric] += value
    wanted = collections.Counter()
    for row in functions[1:]:
        for metric, value in row["exclusive"].items():
            wanted[row["name"], row["object"], metric] += value
    equal({key: value for key, value in sums.items() if value}, {key: value for key, value in wanted.items() if value}, f"{name}: lines add up to their functions")
    most = max((row["inclusive"]["totalcpu"] if "totalcpu" in row["inclusive"] else 0) for row in lines)
    ok(most <= lines[0]["inclusive"].get("totalcpu", 0), f"{name}: no line has more than all")


def test_recursion():
    """A line that stands in a stack several times counts once; without lines, one row a function."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stacks.folded"
        path.write_text("main;A;A;A 2\nmain;A 1\nmain;B;A 4\n")
        rows = answer("lines", path)["rows"]
    figures = {row["function"]: (row["file"], row["exclusive"]["samples"], row["inclusive"]["samples"]) for row in rows}
    equal(figures, {"<Total>": (None, 7, 7), "main": (None, 0, 7), "A": (None, 7, 7), "B": (None, 0, 4)}, "recursion: once an event")


for variant in ("dwarf4", "dwarf5", "gz", "split5"):
    test_shares(variant)
for case in ("made/recordings/inline/dwarf5.data", "made/recordings/inline/split4.data", "made/recordings/recursion.spin.fp.data"):
    case_file = case_path(case)
    if case_file is not None:
        test_sums(case_file, f"--symbols={case_file.parent}")
        test_sums(case_file, f"--symbols={case_file.parent}", "--no-inline")
test_sums(ROOT / "data" / "samples" / "words")
test_recursion()
