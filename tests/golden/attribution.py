#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recursion of every kind, typed by hand: exclusive, inclusive and attributed figures of each function, exactly."""
import json
import tempfile
from pathlib import Path

import oracle
from asc_tap import TESTS, answer, case_path, equal, run

FOLDED = TESTS / "fixtures" / "folded" / "recursion.folded"

# Worked out on paper from the rule that the innermost occurrence carries the weight; gprofng 2.40 prints the same.
RECURSION = {  # name: (exclusive, inclusive, callers, callees)
    "<Total>": (20950, 20950, {}, {"main": 20950}),
    "main": (0, 20950, {"<Total>": 20950}, {"direct": 1000, "every": 100, "ping": 14100, "via_a": 1200, "via_b": 2400, "outer": 2150}),
    "direct": (4000, 4000, {"direct": 3000, "via_b": 1000}, {}),
    "every": (100, 100, {"main": 40, "every": 60}, {}),
    "helper": (0, 2100, {"outer": 2100}, {"leaf": 2000, "outer": 100}),
    "leaf": (14600, 14600, {"pong": 5000, "ping": 7000, "via_a": 200, "via_b": 400, "helper": 2000}, {}),
    "outer": (150, 2150, {"helper": 2100, "main": 50}, {"helper": 2000}),
    "ping": (600, 14100, {"main": 800, "pong": 13300}, {"pong": 6500, "leaf": 7000}),
    "pong": (1500, 13900, {"ping": 13900}, {"ping": 7400, "leaf": 5000}),
    "via_a": (0, 1200, {"main": 1200}, {"direct": 1000, "leaf": 200}),
    "via_b": (0, 2400, {"main": 2400}, {"direct": 2000, "leaf": 400}),
}


def figures(result):
    arcs = lambda row, side: {arc["name"]: arc["attributed"]["samples"] for arc in row[side]}
    return {row["name"]: (row["exclusive"]["samples"], row["inclusive"]["samples"], arcs(row, "callers"), arcs(row, "callees"))
            for row in result["rows"]}


def check(path, wanted, name):
    result = answer("callers-callees", path)
    got = figures(result)
    equal(sorted(got), sorted(wanted), f"{name}: the functions")
    for function, row in wanted.items():
        equal(got.get(function), row, f"{name}: {function}")
    equal(oracle.differences(oracle.from_folded(path), result), [], f"{name}: equal to a second calculation")
    equal(oracle.equations(result), [], f"{name}: callers, and exclusive with callees, add up to inclusive")


def test_cases():
    for name in ("recursion.plain", "recursion.deep.plain"):
        path = case_path(f"made/expected/{name}.folded")
        if path is None:
            continue
        result = answer("callers-callees", path)
        equal(oracle.differences(oracle.from_folded(path), result), [], f"{name}: equal to a second calculation")
        equal(oracle.equations(result), [], f"{name}: the two equations")
        if name == "recursion.plain":
            wanted = json.loads(path.with_name("recursion.json").read_text())["functions"]
            got = figures(result)
            for function, row in wanted.items():
                equal(got[function], (row["exclusive"], row["inclusive"], row["callers"], row["callees"]), f"{name}: {function} of the case")


def test_fragment():
    result = answer("callers-callees", "--function=outer", "--function=helper", FOLDED)
    row = result["rows"][0]
    equal(len(result["rows"]), 1, "fragment: one row")
    equal([part["name"] for part in row["fragment"]], ["outer", "helper"], "fragment: its functions")
    # main;outer;helper;outer;helper;outer;helper;leaf 2000, ..;outer;helper;outer 50, outer;helper;outer 50: the innermost chain
    equal(row["inclusive"]["samples"], 2100, "fragment: inclusive")
    equal({arc["name"]: arc["attributed"]["samples"] for arc in row["callers"]}, {"helper": 2050, "main": 50}, "fragment: callers")
    equal({arc["name"]: arc["attributed"]["samples"] for arc in row["callees"]}, {"leaf": 2000, "outer": 100}, "fragment: callees")
    one = answer("callers-callees", "--function=direct", FOLDED)
    equal([row["name"] for row in one["rows"]], ["direct"], "--function: one in the center")


def test_fragments_of_gprofng():
    """What gprofng says of the fragments that csingle, cprepend, cappend, crmfirst and crmlast build: the same stacks, equal figures."""
    folder = TESTS / "fixtures" / "gprofng"
    arcs = lambda side: {arc["name"]: arc["attributed"]["samples"] for arc in side}
    for wanted in json.loads((folder / "fragments.json").read_text()):
        row = answer("callers-callees", *(f"--function={name}" for name in wanted["fragment"]), folder / "fragments.folded")["rows"][0]
        name = f"gprofng, {', '.join(wanted['commands'])}"
        equal(arcs(row["callers"]), wanted["callers"], f"{name}: callers")
        equal(arcs(row["callees"]), wanted["callees"], f"{name}: callees")


def test_sum():
    twice = figures(answer("callers-callees", FOLDED, FOLDED))
    equal(twice["ping"][:2], (1200, 28200), "two experiments add up")
    equal(len(twice), len(RECURSION), "two experiments: no function is there twice")


def test_depth():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deep.folded"
        path.write_text("main;" + ";".join(["down"] * 10000) + " 3\n" + "main;" + ";".join(["down"] * 9999) + ";leaf 4\n")
        got = figures(answer("callers-callees", path, timeout=60))
        equal(got["down"], (3, 7, {"down": 7}, {"leaf": 4}), "10,000 levels: the recursive function")
        equal(got["main"], (0, 7, {"<Total>": 7}, {"down": 7}), "10,000 levels: its caller")
        tree = answer("calltree", path, timeout=60)["rows"]
        equal((len(tree), max(row["depth"] for row in tree)), (10003, 10001), "10,000 levels: the call tree")
        inverted = answer("calltree", "--inverted", path, timeout=60)["rows"]
        equal(max(row["depth"] for row in inverted), 10001, "10,000 levels: the bottom-up tree")
        text = run("calltree", path, timeout=60)
        equal(text.returncode, 0, "10,000 levels: the tree as text")
        equal(len(text.stdout) < 4_000_000, True, "10,000 levels: lines do not grow with the depth")


check(FOLDED, RECURSION, "recursion")
test_cases()
test_fragment()
test_fragments_of_gprofng()
test_sum()
test_depth()
