#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The two samples: Figure 2-1 number by number, and the recorded program with its names, on a machine that has nothing else."""
import subprocess
import tempfile
from collections import defaultdict

from asc_tap import ROOT, answer, equal, ok

SAMPLES = ROOT / "data" / "samples"

# From the figure in Oracle's Performance Analyzer manual, and the pseudo-code below it; G is what F calls.
FIGURE = {  # name: (exclusive, inclusive, callers, callees)
    "<Total>": (32, 32, {}, {"main": 32}),
    "main": (2, 32, {"<Total>": 32}, {"A": 10, "B": 20}),
    "A": (0, 10, {"main": 10}, {"C": 10}),
    "B": (5, 20, {"main": 20}, {"C": 15}),
    "C": (5, 25, {"A": 10, "B": 15}, {"E": 10, "F": 10}),
    "E": (10, 10, {"C": 10}, {}),
    "F": (6, 10, {"C": 10}, {"G": 4}),
    "G": (4, 4, {"F": 4}, {}),
}


def test_figure():
    rows = {row["name"]: row for row in answer("callers-callees", SAMPLES / "figure-2-1.folded")["rows"]}
    equal(sorted(rows), sorted(FIGURE), "figure: the functions")
    for name, (exclusive, inclusive, callers, callees) in FIGURE.items():
        row = rows[name]
        equal(row["exclusive"]["samples"], exclusive, f"figure: {name}, exclusive")
        equal(row["inclusive"]["samples"], inclusive, f"figure: {name}, inclusive")
        for side, wanted in (("callers", callers), ("callees", callees)):
            equal({arc["name"]: arc["attributed"]["samples"] for arc in row[side]}, wanted, f"figure: {name}, {side}")
            for arc in row[side]:
                own = (arc["exclusive"]["samples"], arc["inclusive"]["samples"])
                equal(own, FIGURE[arc["name"]][:2], f"figure: {arc['name']} beside {name} has its own values")


def test_words():
    # No home, no debug files of this machine: only what is archived with the recording.
    with tempfile.TemporaryDirectory() as empty:
        env = {"PATH": "/usr/bin:/bin", "HOME": empty, "LC_ALL": "C.UTF-8"}
        experiment = SAMPLES / "words"
        functions = answer("functions", experiment, env=env)
        info = answer("info", experiment, env=env)
        cc = answer("callers-callees", experiment, env=env)
        pcs = answer("pcs", experiment, env=env)
        source = answer("source", "words.c", experiment, env=env)["rows"][0]
    rows = {(row["object"], row["name"]): row for row in functions["rows"]}
    total = functions["rows"][0]["inclusive"]["totalcpu"]
    for wanted in (("words", "table_find"), ("words", "main"), ("words", "count_words"), ("words", "sort_entries"),
                   ("libc.so.6", "start_thread"), ("libc.so.6", "__strncmp_avx2"), ("[kernel.kallsyms]", "handle_mm_fault")):
        ok(wanted in rows, f"words: {wanted[1]} of {wanted[0]} is named", sorted(map(str, rows)))
    nameless = sum(row["exclusive"]["totalcpu"] for (_, name), row in rows.items() if name.startswith(("<static>", "<unknown>")))
    ok(nameless <= total // 50, "words: at most 2 % of the time has no name", f"{nameless} of {total}")
    equal(info["events"]["read"], info["events"]["shown"] + sum(s["count"] for s in info["events"]["skipped"]), "words: read = shown + skipped")
    equal(info["n_threads"], 3, "words: threads")
    for row in cc["rows"][1:]:
        inclusive = row["inclusive"]["totalcpu"]
        callers = sum(arc["attributed"]["totalcpu"] for arc in row["callers"])
        callees = sum(arc["attributed"]["totalcpu"] for arc in row["callees"])
        ok(callers == inclusive == row["exclusive"]["totalcpu"] + callees, f"words: the equations of {row['name']}", row)
    sort = next(row for row in cc["rows"] if row["name"] == "sort_entries")
    ok(any(arc["name"] == "sort_entries" for arc in sort["callers"]), "words: sort_entries calls itself")
    check_source(pcs, source, experiment)


def check_source(pcs, source, experiment):
    """The program's text comes with it, and each line carries what was spent at its instructions."""
    text = (experiment / "sources" / "words.c").read_text()
    equal(source["path"], str(experiment / "sources" / "words.c"), "words: the source is that of the sample")
    equal([line["text"] for line in source["lines"] if line["line"]], text.splitlines(), "words: its text")
    spent = {row["address"]: row["exclusive"]["totalcpu"] for row in pcs["rows"]
             if row["object"] == "words" and row["address"] is not None and row["exclusive"]["totalcpu"] > 0}
    named = subprocess.run(["addr2line", "-e", experiment / "symbols" / "words", *(f"0x{address:x}" for address in spent)], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    wanted = defaultdict(int)
    for value, place in zip(spent.values(), named):
        file, _, line = place.partition(" ")[0].rpartition(":")
        wanted[int(line) if line.isdigit() and file.endswith("words.c") else 0] += value
    ok(len(wanted) > 20 and wanted[0] * 50 < sum(wanted.values()), "words: addr2line knows its lines", dict(wanted))
    wanted.pop(0)
    got = {line["line"]: line["exclusive"]["totalcpu"] for line in source["lines"] if line["line"] and line.get("exclusive", {}).get("totalcpu")}
    equal(got, dict(wanted), "words: the exclusive time of each line is that of addr2line's addresses")


test_figure()
test_words()
