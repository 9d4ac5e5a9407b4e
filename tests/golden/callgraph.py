#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""callgraph: its edges are the arcs of callers-callees, the figure is the figure, cuts are what they say, pictures are pictures."""
import re
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

from asc_tap import ROOT, TESTS, answer, case_path, equal, ok, run

FIGURE = ROOT / "data" / "samples" / "figure-2-1.folded"
RECURSION = TESTS / "fixtures" / "folded" / "recursion.folded"
TASKS = TESTS / "fixtures" / "perf" / "tasks.fp.data"

# Figure 2-1 of the Performance Analyzer manual: exclusive and inclusive at the boxes, attributed at the arrows.
FIGURE_NODES = {"main": (2, 32), "A": (0, 10), "B": (5, 20), "C": (5, 25), "E": (10, 10), "F": (6, 10), "G": (4, 4)}
FIGURE_EDGES = {("main", "A"): 10, ("main", "B"): 20, ("A", "C"): 10, ("B", "C"): 15, ("C", "E"): 10, ("C", "F"): 10, ("F", "G"): 4}


def edges_of(graph):
    return {(edge["from"], edge["to"]): (edge["attributed"], edge["attributed_caller"]) for edge in graph["edges"]}


def check_arcs(path, name):
    """Each arc in a list of callers or callees is an edge with that reading, and there are no others."""
    graph = answer("callgraph", path)
    lists = answer("callers-callees", path)
    zero = {metric["id"]: 0 for metric in graph["metrics"]}
    wanted = {}
    for row in lists["rows"]:
        for arc in row["callers"]:
            wanted.setdefault((arc["id"], row["id"]), [zero, zero])[0] = arc["attributed"]
        for arc in row["callees"]:
            wanted.setdefault((row["id"], arc["id"]), [zero, zero])[1] = arc["attributed"]
    equal(edges_of(graph), {ends: tuple(values) for ends, values in wanted.items()}, f"{name}: the edges are the arcs of callers-callees, in both readings")
    functions = {row["id"]: (row["name"], row["exclusive"], row["inclusive"]) for row in answer("functions", path)["rows"]}
    equal({row["id"]: (row["name"], row["exclusive"], row["inclusive"]) for row in graph["nodes"]}, functions, f"{name}: the nodes are the functions")


def check_objects(path, name):
    """Load objects: the values of the command objects, and the two equations."""
    graph = answer("callgraph", "--group=object", path)
    metrics = [metric["id"] for metric in graph["metrics"]]
    objects = {(row["name"], row["path"]): (row["exclusive"], row["inclusive"]) for row in answer("objects", path)["rows"]}
    equal({(row["name"], row["path"]): (row["exclusive"], row["inclusive"]) for row in graph["nodes"]}, objects, f"{name}: the nodes are the load objects")
    wrong = []
    for row in graph["nodes"][1:]:
        for metric in metrics:
            callers = sum(edge["attributed"][metric] for edge in graph["edges"] if edge["to"] == row["id"])
            callees = sum(edge["attributed_caller"][metric] for edge in graph["edges"] if edge["from"] == row["id"])
            if callers != row["inclusive"][metric] or callees + row["exclusive"][metric] != row["inclusive"][metric]:
                wrong.append((row["name"], metric, callers, callees))
    equal(wrong, [], f"{name}: callers, and exclusive with callees, add up to inclusive for load objects")


def test_figure():
    graph = answer("callgraph", FIGURE)
    names = {row["id"]: row["name"] for row in graph["nodes"]}
    values = {row["name"]: (row["exclusive"]["samples"], row["inclusive"]["samples"]) for row in graph["nodes"] if row["id"] != 0}
    equal(values, FIGURE_NODES, "figure: the boxes")
    edges = {(names[edge["from"]], names[edge["to"]]): edge["attributed"]["samples"] for edge in graph["edges"] if edge["from"] != 0}
    equal(edges, FIGURE_EDGES, "figure: the arrows")
    dot = run("callgraph", "--format=dot", FIGURE).stdout
    boxes = {number: (name, int(exclusive), int(inclusive))
             for number, name, exclusive, inclusive in re.findall(r'(n\d+) \[label="(\w+)\\n(\d+) / (\d+)\\n', dot)}
    equal({name: (exclusive, inclusive) for name, exclusive, inclusive in boxes.values()}, FIGURE_NODES, "figure: the boxes in DOT")
    arrows = {(boxes[a][0], boxes[b][0]): int(label) for a, b, label in re.findall(r'(n\d+) -> (n\d+) \[label="(\d+)"', dot)}
    equal(arrows, FIGURE_EDGES, "figure: the arrows in DOT")
    tsv = [line.split("\t") for line in run("callgraph", "--format=tsv", FIGURE).stdout.splitlines()]
    got = {(row[2], row[3]): int(row[5]) for row in tsv[1:] if row[2] != "<Total>"}
    equal((tsv[0], got), (["from", "to", "caller", "callee", "attributed_caller", "a+samples", "a%samples"], FIGURE_EDGES), "figure: the arrows in TSV")
    text = run("callgraph", FIGURE).stdout
    equal(re.findall(r"^ *(\d+) +62\.50 +main +B$", text, re.M), ["20"], "figure: an arrow in text")


def test_cuts():
    whole = answer("callgraph", RECURSION)
    total = whole["metrics"][0]["total"]
    value = lambda edge: max(edge["attributed"]["samples"], edge["attributed_caller"]["samples"])
    cut = answer("callgraph", "--min=10", RECURSION)
    wanted = {row["id"] for row in whole["nodes"] if row["inclusive"]["samples"] * 10 >= total}
    equal({row["id"] for row in cut["nodes"]}, wanted, "--min=10: functions from 10 % inclusive")
    equal({(edge["from"], edge["to"]) for edge in cut["edges"]},
          {(edge["from"], edge["to"]) for edge in whole["edges"] if value(edge) * 20 >= total and {edge["from"], edge["to"]} <= wanted},
          "--min=10: calls from 5 % attributed")
    heavy = sorted(whole["nodes"], key=lambda row: (-row["inclusive"]["samples"], row["id"]))[:4]
    equal([row["id"] for row in answer("callgraph", "--limit=4", RECURSION)["nodes"]], [row["id"] for row in heavy], "--limit=4: the four heaviest")

    names = {row["name"]: row["id"] for row in whole["nodes"]}
    reached = {names["pong"]}
    for forward, levels in ((False, 2), (True, 3)):
        level = {names["pong"]}
        for _ in range(levels):
            level = {edge["to" if forward else "from"] for edge in whole["edges"]
                     if edge["from" if forward else "to"] in level and edge["attributed_caller" if forward else "attributed"]["samples"]}
            reached |= level
    around = answer("callgraph", "--function=pong", RECURSION)
    equal({row["id"] for row in around["nodes"]}, reached, "--function: two levels of callers, three of callees")
    equal(edges_of(around), {ends: both for ends, both in edges_of(whole).items() if set(ends) <= reached}, "--function: the calls between them")


def test_pictures():
    svg = ET.fromstring(run("callgraph", "--format=svg", FIGURE).stdout)
    equal(svg.tag, "{http://www.w3.org/2000/svg}svg", "svg: it is one")
    words = svg.find("{http://www.w3.org/2000/svg}desc").text.splitlines()
    equal(sorted(words), sorted([f"{name}: {e} / {i}" for name, (e, i) in FIGURE_NODES.items()] + [f"{a} → {b}: {n}" for (a, b), n in FIGURE_EDGES.items()]),
          "svg: its description has the numbers of the figure")
    png = run("callgraph", "--format=png", FIGURE, text=False).stdout
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    equal(png[:8], b"\x89PNG\r\n\x1a\n", "png: it is one")
    ok(200 < width < 800 and 300 < height < 1200, "png: its size", (width, height))
    pdf = run("callgraph", "--format=pdf", FIGURE, text=False).stdout
    ok(pdf.startswith(b"%PDF-") and b"%%EOF" in pdf[-64:], "pdf: it is one, and whole", pdf[:16])
    again = run("callgraph", "--format=png", FIGURE, text=False).stdout
    ok(again == png, "png: the same each time")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "names.folded"
        path.write_text('main;quote"back\\slash 3\nmain;tab\there<&> 4\nmain;' + "very::long<name>::" * 4000 + "f(int) 5\n")
        words = ET.fromstring(run("callgraph", "--format=svg", path).stdout).find("{http://www.w3.org/2000/svg}desc").text
        ok('quote"back\\slash: 3 / 3' in words and "here<&>: 4 / 4" in words, "svg: names with signs of XML", words)
        dot = run("callgraph", "--format=dot", path).stdout
        ok(r'quote\"back\\slash\n3 / 3' in dot, "dot: names with quotes", dot[:600])
        full = run("callgraph", "--format=svg", "--output=/dev/full", path)
        equal((full.returncode, len(full.stderr.splitlines())), (1, 1), "svg: a full disk is one line")


def test_usage():
    for wrong in (["--min=x"], ["--min=101"], ["--min=-1"], ["--group=thread"], ["--function=nobody"], ["--group=object", "--function=nobody"], ["--format=jpeg"],
                  ["--format=svg", "--limit=100000"]):
        result = run("callgraph", *wrong, FIGURE)
        equal((result.returncode, len(result.stderr.splitlines()), result.stdout), (2, 1, ""), f"usage: {' '.join(wrong)}")
    equal(run("functions", "--format=svg", FIGURE).returncode, 2, "usage: functions as a picture")
    equal(run("functions", "--group=object", FIGURE).returncode, 2, "usage: functions by object")


test_figure()
for sample, title in ((FIGURE, "figure"), (RECURSION, "recursion"), (TASKS, "tasks")):
    check_arcs(sample, title)
check_objects(TASKS, "tasks")
for case in ("made/recordings/microstates.notrace.data", "public/perf/with-callchain.perf.data"):
    recording = case_path(case)
    if recording is not None:
        check_arcs(recording, case)
        check_objects(recording, case)
test_cuts()
test_pictures()
test_usage()
