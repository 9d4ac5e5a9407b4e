#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The form of the answers: keys and types of JSON, which other programs depend on; TSV and text say the same."""
import json
import os
import re
from xml.etree import ElementTree

from asc_tap import ROOT, answer, equal, ok, run

FIGURE = ROOT / "data" / "samples" / "figure-2-1.folded"
WORDS = ROOT / "data" / "samples" / "words"

text, number, maybe_text, maybe_number = (str,), (int,), (str, type(None)), (int, type(None))
FUNCTION = {"id": number, "name": text, "object": maybe_text, "object_path": maybe_text, "file": maybe_text, "line": maybe_number,
            "exclusive": dict, "inclusive": dict}
ARC = {"id": number, "name": text, "object": maybe_text, "attributed": dict, "exclusive": dict, "inclusive": dict}
ROWS = {
    "functions": FUNCTION,
    "callers-callees": FUNCTION | {"callers": [ARC], "callees": [ARC]},
    "calltree": {"id": number, "parent": maybe_number, "depth": number, "name": text, "object": maybe_text, "exclusive": dict, "attributed": dict},
    "objects": {"name": text, "path": maybe_text, "build_id": maybe_text, "exclusive": dict, "inclusive": dict},
    "threads": {"pid": maybe_number, "tid": maybe_number, "experiment": maybe_number, "name": maybe_text, "values": dict},
    "processes": {"pid": maybe_number, "experiment": maybe_number, "name": maybe_text, "values": dict},
    "cpus": {"cpu": maybe_number, "name": maybe_text, "values": dict},
    "lines": {"file": maybe_text, "line": maybe_number, "function": text, "object": maybe_text, "exclusive": dict, "inclusive": dict},
    "pcs": {"object": maybe_text, "address": maybe_number, "function": text, "offset": maybe_number, "exclusive": dict, "inclusive": dict},
    "metrics": {"id": text, "title": text, "unit": text, "total": number, "n_events": number, "hidden": (bool,)},
}
INFO = {"target": maybe_text, "host": maybe_text, "arch": maybe_text, "command": maybe_text, "start_time": maybe_text, "duration_ns": number,
        "n_processes": number, "n_threads": number}


def wrong_in(row, form, ids):
    """What in @row is not as @form has it."""
    problems = []
    keys = set(row) - {"mangled"}
    if keys != set(form):
        problems.append(f"keys {sorted(keys)}")
    for key, kind in form.items():
        if kind is dict:
            if list(row[key]) != ids or not all(type(value) is int for value in row[key].values()):
                problems.append(f"{key}: {row[key]}")
        elif isinstance(kind, list):
            problems += [problem for inner in row[key] for problem in wrong_in(inner, kind[0], ids)]
        elif type(row[key]) not in kind:
            problems.append(f"{key}: {row[key]!r}")
    return problems


def test_schema(path):
    for command, form in ROWS.items():
        result = answer(command, path)
        name = f"{path.name}, {command}"
        equal(list(result), ["schema", "experiments", "filter", "metrics", "rows"], f"{name}: keys of the answer")
        equal(result["schema"], f"ascribe.{command}/1", f"{name}: schema")
        equal([sorted(experiment) for experiment in result["experiments"]], [["format", "path"]], f"{name}: experiments")
        ids = [metric["id"] for metric in result["metrics"]]
        problems = [problem for row in result["rows"] for problem in wrong_in(row, form, ids)]
        equal(problems[:5], [], f"{name}: every row has its keys and types, every map every metric")
        if command != "metrics":
            first = result["rows"][0]
            ok("<Total>" in (first.get("name"), first.get("function")), f"{name}: <Total> is the first row", first)
            values = first.get("exclusive") or first.get("values")
            equal(values, {metric["id"]: metric["total"] for metric in result["metrics"]}, f"{name}: <Total> has the totals")


def test_load_objects(path, found):
    """Their values are those of the command objects; what is missing is said, and in text each stands in one line."""
    rows = {(row["name"], row["path"]): row["exclusive"] for row in answer("objects", path)["rows"]}
    named = [entry for entry in found if entry["name"] and entry["n_samples"] > 0]
    values = [(rows[entry["name"], entry["path"] or None], entry["exclusive"]) for entry in named if (entry["name"], entry["path"] or None) in rows]
    ok(any(all(row[metric] == value for row, value in values) for metric in (values[0][0] if values else {"": 0})), f"{path.name}, info: values of the load objects", values)
    equal([entry["exclusive"] for entry in found], sorted((entry["exclusive"] for entry in found), reverse=True), f"{path.name}, info: the hottest load object first")
    wrong = [entry for entry in named if entry["symbols"] in ("missing", "mismatch") and entry["advice"] is None]
    equal(wrong, [], f"{path.name}, info: what is missing has an advice")
    lines = [line.split() for line in run("info", path).stdout.splitlines()]
    equal([entry["name"] for entry in named[:20] if not any(line[: len(entry["name"].split())] == entry["name"].split() and any(cell.endswith("%") for cell in line) for line in lines)], [],
          f"{path.name}, info: load objects as text")


def test_info(path):
    result = answer("info", path)
    equal(result["schema"], "ascribe.info/1", f"{path.name}, info: schema")
    equal([key for key, kind in INFO.items() if type(result.get(key, 0.0)) not in kind], [], f"{path.name}, info: keys and types")
    events = result["events"]
    equal(events["read"], events["shown"] + sum(skipped["count"] for skipped in events["skipped"]), f"{path.name}, info: read = shown + skipped")
    ok(all(set(finding) >= {"severity", "kind", "text", "count"} for finding in result["diagnostics"]), f"{path.name}, info: diagnostics")
    ok(all(type(metric["n_events"]) is int for metric in result["metrics"]), f"{path.name}, info: metrics have n_events")
    equal(len(result["details"]), 1, f"{path.name}, info: details of each experiment")
    test_load_objects(path, result["details"][0]["load_objects"])
    equal(run("info", path, "--format=tsv").stdout.splitlines()[0], "section\tkey\tvalue", f"{path.name}, info: TSV")
    text = run("info", path).stdout
    ok(str(events["read"]) in text and text.count("\nData Quality\n") == (1 if result["diagnostics"] or result["mends"] else 0), f"{path.name}, info: text")


def tsv(*arguments):
    lines = run(*arguments, "--format=tsv").stdout.splitlines()
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"), strict=True)) for line in lines[1:]]


def unescape(cell):
    return re.sub(r"\\(\\|t|n|x..)", lambda match: {"\\": "\\", "t": "\t", "n": "\n"}.get(match[1]) or chr(int(match[1][1:], 16)), cell)


def seconds(ns):
    return "0." if ns == 0 else f"{(abs(ns) + 500_000) // 1_000_000 / 1000:.3f}"


def test_agreement(path, metric, is_time):
    sign = "." if is_time else "+"
    spec = f"e{sign}%{metric}:i{sign}%{metric}:name"
    result = answer("functions", path)
    rows = tsv("functions", path, f"--metrics={spec}")
    total = result["rows"][0]["inclusive"][metric]
    equal([(unescape(row["name"]), int(row[f"e{sign}{metric}"]), int(row[f"i{sign}{metric}"])) for row in rows],
          [(row["name"], row["exclusive"][metric], row["inclusive"][metric]) for row in result["rows"]], f"{path.name}: TSV and JSON agree")
    equal([row[f"i%{metric}"] for row in rows], [f"{100 * row['inclusive'][metric] / total:.4f}" for row in result["rows"]], f"{path.name}: percent in TSV")
    lines = run("functions", path, f"--metrics={spec}").stdout.splitlines()
    first = next(i for i, line in enumerate(lines) if line.endswith("<Total>"))
    show = seconds if is_time else str
    percent = lambda value: "0." if value == 0 else f"{100 * value / total:.2f}"
    equal([re.split(r"\s+", line.strip(), maxsplit=4) for line in lines[first:]],
          [[show(row["exclusive"][metric]), percent(row["exclusive"][metric]), show(row["inclusive"][metric]), percent(row["inclusive"][metric]), row["name"]]
           for row in result["rows"]], f"{path.name}: text and JSON agree")
    tree = answer("calltree", path)
    equal([(int(row["id"]), row["parent"], int(row[f"a{sign}{metric}"])) for row in tsv("calltree", path, f"--metrics=a{sign}{metric}")],
          [(row["id"], "" if row["parent"] is None else str(row["parent"]), row["attributed"][metric]) for row in tree["rows"]], f"{path.name}: trees agree")
    callers = answer("callers-callees", path)
    lines = tsv("callers-callees", path, f"--metrics=a{sign}{metric}")
    got = [(int(row["center_id"]), row["relation"], int(row["id"]), int(row[f"a{sign}{metric}"])) for row in lines if row["relation"] != "center"]
    wanted = [(row["id"], relation, arc["id"], arc["attributed"][metric]) for row in callers["rows"]
              for relation, side in (("caller", "callers"), ("callee", "callees")) for arc in row[side]]
    equal(got, wanted, f"{path.name}: callers and callees agree")


def test_tree(path):
    for inverted in ([], ["--inverted"]):
        rows = answer("calltree", path, *inverted)["rows"]
        name = f"{path.name}, tree {' '.join(inverted)}"
        by_id = {row["id"]: row for row in rows}
        equal([row["id"] for row in rows], list(range(len(rows))), f"{name}: ids in the order of the rows")
        ok(all(row["depth"] == by_id[row["parent"]]["depth"] + 1 and row["parent"] < row["id"] for row in rows[1:]), f"{name}: a parent stands before its children")
        metric = next(iter(rows[0]["attributed"]))
        below, last = {}, {}
        for row in rows[1:]:
            value = row["attributed"][metric]
            below[row["parent"]] = below.get(row["parent"], 0) + value
            ok_order = value <= last.get(row["parent"], value)
            last[row["parent"]] = value
            if not ok_order:
                ok(False, f"{name}: siblings by attributed metric, descending", row)
        if not inverted:
            equal([row for row in rows[1:] if row["exclusive"][metric] + below.get(row["id"], 0) != row["attributed"][metric]], [], f"{name}: nodes add up")
        equal(below[0], rows[0]["attributed"][metric], f"{name}: the top level adds up to the total")


def test_sums(path):
    """Each list has all of the events: its exclusive values, or its values, add up to <Total>."""
    for command in ("functions", "objects", "threads", "processes", "cpus", "lines", "pcs"):
        rows = answer(command, path)["rows"]
        values = lambda row: row.get("exclusive") or row.get("values")
        equal({metric: sum(values(row)[metric] for row in rows[1:]) for metric in values(rows[0])}, values(rows[0]), f"{path.name}, {command}: adds up to <Total>")


def test_options():
    full = answer("functions", WORDS)["rows"]
    equal(answer("functions", "--limit=3", WORDS)["rows"], full[:3], "--limit: the first rows, <Total> among them")
    equal(answer("functions", WORDS, "--limit=0")["rows"], [], "--limit=0")
    names = [row["name"] for row in answer("functions", "--sort=name", WORDS)["rows"]]
    equal(names, ["<Total>"] + sorted(names[1:], key=lambda name: name.encode()), "--sort=name")
    values = [row["inclusive"]["system"] for row in answer("functions", "--sort=i.system", WORDS)["rows"][1:]]
    equal(values, sorted(values, reverse=True), "--sort=i.system")
    values = [row["exclusive"]["user"] for row in answer("functions", "--sort=-e.user", WORDS)["rows"][1:]]
    equal(values, sorted(values), "--sort=-e.user")
    values = [row["inclusive"]["user"] for row in answer("functions", "--metrics=i.user:e.system:name", WORDS)["rows"][1:]]
    equal(values, sorted(values, reverse=True), "--metrics: its first column sorts")
    result = answer("functions", "--metrics=i.user:e.system:name", WORDS)
    equal([metric["id"] for metric in result["metrics"]], ["user", "system"], "--metrics: JSON has these only")
    equal(list(tsv("functions", "--metrics=object:e.user:i.%user:size", WORDS)[0]),
          ["id", "name", "object", "e.user", "i.user", "i%user", "size"], "--metrics: columns of TSV")
    equal(run("functions", "--format", "tsv", "--", FIGURE).stdout, run("--format=tsv", "functions", FIGURE).stdout, "options anywhere")
    one, four = (run("callers-callees", WORDS, "--format=json", f"--threads={n}").stdout for n in (1, 4))
    equal(one == four, True, "the same answer for any number of threads")
    progress = run("functions", FIGURE, "--progress")
    equal((progress.returncode, progress.stdout), (0, run("functions", FIGURE).stdout), "--progress leaves the answer alone")


def test_help():
    for arguments in (["--help"], ["functions", "--help"], ["--version"]):
        result = run(*arguments)
        ok(result.returncode == 0 and result.stdout and not result.stderr, " ".join(arguments), result.stderr)
    help_text = run("--help").stdout
    equal([command for command in [*ROWS, "info"] if f"\n  {command} " not in help_text], [], "--help lists the commands")
    ok("--inverted" in run("calltree", "--help").stdout and "--inverted" not in run("functions", "--help").stdout, "--help of a command has its options")


def test_copies(path):
    """A function's name means its copies and parts too."""
    path.write_text("main;work.constprop.0 1\nmain;work.constprop.1;work 2\nmain;work.cold 3\nmain;workshop 4\nmain;work.c 5\n")
    rows = answer("callers-callees", "--function=work", path)["rows"]
    equal(sorted(row["name"] for row in rows if row["name"] != "<Total>"), ["work", "work.cold", "work.constprop.0", "work.constprop.1"], "--function: copies and parts")
    equal([row["name"] for row in answer("callers-callees", "--function=work.cold", path)["rows"] if row["name"] != "<Total>"], ["work.cold"], "--function: one copy")


def test_html(path):
    """A page is XML too; its table says what text says, whatever the names."""
    names = ["a<b>&amp;", "<script>alert(1)</script>", "ctl\x7fx", 'q"uote', "z"]
    path.write_text("".join(f"main;{name} {2 ** i}\n" for i, name in enumerate(names)))
    html = "{http://www.w3.org/1999/xhtml}"
    for command in ("functions", "callers-callees", "calltree", "objects", "threads", "processes", "cpus", "lines", "pcs"):
        result = run(command, path, "--format=html", env=os.environ | {"LANGUAGE": "es"})
        page = ElementTree.fromstring(result.stdout.replace("<!DOCTYPE html>", ""))
        equal(page.get("lang"), "es", f"html: {command}: language")
        equal([node.tag for node in page.iter() if node.tag in (html + "script", html + "b")], [], f"html: {command}: names are no markup")
        head = [cell.get("class") for cell in page.iter(html + "th")]
        widths = {len(list(row)) for row in page.iter(html + "tr")}
        equal(widths, {len(head)}, f"html: {command}: rows are as wide as the head")
        ok(head[0] == "n" and head[-1] is None, f"html: {command}: numbers at the right, names at the left")
    rows = [["".join(cell.itertext()) for cell in row] for row in
            ElementTree.fromstring(run("functions", path, "--format=html").stdout.replace("<!DOCTYPE html>", "")).iter(html + "tr")][1:]
    text = tsv("functions", path)
    equal([row[-2] for row in rows], [row["name"] for row in text], "html: names in the order of TSV")
    equal([int(row[0].rstrip(".") or 0) for row in rows], [int(row["e+samples"]) for row in text], "html: values of TSV")


def test_names(path):
    """Names with every kind of letter come through."""
    names = ["a\"b", "back\\slash", "tab\tin", "μ→λ", "<templ<int, char>>(x)", "del\x7f"]
    path.write_text("".join(f"{name} 1\n" for name in names))
    equal(sorted(row["name"] for row in answer("functions", path)["rows"][1:]), sorted(names), "names: JSON")
    equal(sorted(unescape(row["name"]) for row in tsv("functions", path)[1:]), sorted(names), "names: TSV")
    path.write_bytes(b"bad\xff\xfeutf 1\n")
    ok("\ufffd" in answer("functions", path)["rows"][1]["name"], "names: what is no UTF-8 is marked")
    json.loads(run("functions", path, "--format=json").stdout)


if __name__ == "__main__":
    import tempfile
    from pathlib import Path

    for sample in (FIGURE, WORDS):
        test_schema(sample)
        test_info(sample)
        test_tree(sample)
        test_sums(sample)
    test_agreement(FIGURE, "samples", False)
    test_agreement(WORDS, "totalcpu", True)
    test_options()
    test_help()
    with tempfile.TemporaryDirectory() as folder:
        test_copies(Path(folder) / "names.folded")
        test_html(Path(folder) / "names.folded")
        test_names(Path(folder) / "names.folded")
        no_stacks = Path(folder) / "no-stacks.folded"
        no_stacks.write_text("main;A 3\n 4\nmain 5\n")
        test_sums(no_stacks)
