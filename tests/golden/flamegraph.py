#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Flame graphs: the paths of the input and of `perf script`, cells that lie in their callers, folded text that is read back, drawings."""
import collections
import re
import shutil
import tempfile
import zlib
import xml.etree.ElementTree as ET
from pathlib import Path

import oracle
from asc_tap import ROOT, TESTS, answer, case_path, equal, ok, run, skip

SAMPLES = ROOT / "data" / "samples"
FIGURE = SAMPLES / "figure-2-1.folded"
RECURSION = TESTS / "fixtures" / "folded" / "recursion.folded"
SVG = "{http://www.w3.org/2000/svg}"


def paths(text):
    """Folded text as root-first path -> weight."""
    sums = collections.Counter()
    for line in text.splitlines():
        if line and not line.startswith("#"):
            stack, _, weight = line.rpartition(" ")
            sums[tuple(stack.split(";"))] += int(weight)
    return +sums


def folded(*arguments):
    result = run("flamegraph", "--format=folded", *arguments)
    equal((result.returncode, result.stderr), (0, ""), f"folded {arguments[-1]}: done")
    return result.stdout


def test_paths():
    """What goes in as folded text comes out, each path once; inverted it is turned round."""
    for source in (FIGURE, RECURSION):
        wanted = paths(source.read_text())
        text = folded(source)
        equal(paths(text), wanted, f"{source.name}: the paths of the input")
        equal(len(text.splitlines()), len(wanted), f"{source.name}: each path once")
        turned = collections.Counter({path[::-1]: weight for path, weight in wanted.items()})
        equal(paths(folded("--inverted", source)), turned, f"{source.name}: inverted, each path from its end")


def check_cells(name, *arguments):
    """Cells lie side by side in the cell of their caller, and what is not theirs is its own."""
    result = answer("flamegraph", *arguments)
    rows = {row["id"]: row for row in result["rows"]}
    below = collections.defaultdict(list)
    for row in result["rows"][1:]:
        below[row["parent"]].append(row)
    metrics = [metric["id"] for metric in result["metrics"]]
    wrong = []
    for row in rows.values():
        for metric in metrics:
            if row["attributed"][metric] != row["exclusive"][metric] + sum(child["attributed"][metric] for child in below[row["id"]]):
                wrong.append(f"{row['name']} {metric}: cells below and its own do not add up")
        at, last = row["start"], None
        for child in sorted(below[row["id"]], key=lambda child: child["start"]):
            value = child["attributed"][metrics[0]]
            if child["start"] != at or child["depth"] != row["depth"] + 1 or (last is not None and value > last):
                wrong.append(f"{child['name']} at {child['start']}, wanted {at}; {value} after {last}")
            at, last = at + value, value
    equal(wrong[:5], [], f"{name}: cells lie in their callers, the heaviest first")
    equal(rows[0]["attributed"], {metric["id"]: metric["total"] for metric in result["metrics"]}, f"{name}: the root is <Total>")
    return result, rows


def test_cells():
    words = SAMPLES / "words"
    for arguments in ([], ["--inverted"], ["--by=thread"], ["--by=process"], ["--by=thread", "--inverted"]):
        name = "words " + " ".join(arguments)
        # the first metric decides the order and the widths
        result, rows = check_cells(name, "--metrics=e.totalcpu:e.user:e.system", *arguments, words)
        equal(answer("flamegraph", "--metrics=e.totalcpu:e.user:e.system", "--threads=1", *arguments, words), result, f"{name}: the same with one thread")
        kind = next((argument[5:] for argument in arguments if argument.startswith("--by=")), None)
        if kind is None:
            continue
        table = answer({"thread": "threads", "process": "processes"}[kind], words)["rows"][1:]
        wanted = {f"{row['name']} ({row['tid' if kind == 'thread' else 'pid']})": row["values"]["totalcpu"] for row in table}
        equal({row["name"]: row["attributed"]["totalcpu"] for row in rows.values() if row["depth"] == 1}, {k: v for k, v in wanted.items() if v},
              f"{name}: a cell for each {kind}, with its values")
    top = {row["name"]: row["attributed"]["totalcpu"] for row in check_cells("words inverted", "--inverted", words)[1].values() if row["depth"] == 1}
    wanted = collections.Counter()
    for row in answer("functions", words)["rows"][1:]:
        wanted[row["name"]] += row["exclusive"]["totalcpu"]
    equal(top, dict(+wanted), "words inverted: on top every function with its exclusive value")


def test_read_back():
    """The folded text of a recording gives the figures of its functions."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "words.folded"
        copy.write_text(folded(SAMPLES / "words"))
        sums = []
        for path, metric in ((SAMPLES / "words", "totalcpu"), (copy, "samples")):
            exclusive, inclusive, seen = collections.Counter(), {}, collections.Counter()
            for row in answer("functions", path)["rows"]:
                exclusive[row["name"]] += row["exclusive"][metric]
                inclusive[row["name"]] = row["inclusive"][metric]
                seen[row["name"]] += 1
            sums.append((exclusive, inclusive, seen))
        equal(sums[1][0], sums[0][0], "read back: exclusive values")
        # two functions of one name are one in the text
        once = [name for name, n in sums[0][2].items() if n == 1]
        equal({name: sums[1][1].get(name) for name in once}, {name: sums[0][1][name] for name in once}, "read back: inclusive values")


def frame_name(name):
    return "?" if oracle.NO_NAME.match(name) else oracle.plain(name)


def test_perf():
    if shutil.which("perf") is None:
        skip("flame graph against perf script", "perf is not installed")
        return
    for name in ("figure.fp.data", "microstates.proc.data"):
        path = case_path(f"made/recordings/{name}")
        if path is None:
            continue
        perf, ours = collections.Counter(), collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            # the programs as they lay when they were recorded
            build = Path(folder) / "home" / "dev" / "made"
            build.mkdir(parents=True)
            (build / "build").symlink_to(path.parent / "bin")
            (Path(folder) / "usr").symlink_to("/usr")
            for event, stack, weight in oracle.perf_samples(path, symfs=folder):
                if event.startswith(("cpu-clock", "task-clock")):  # what CPU time is made of
                    perf[tuple(frame_name(frame) for frame, _ in reversed(stack))] += weight
        # where switches were recorded CPU time is measured by them: the samples' own sum is asked for
        metrics = [metric["id"] for metric in answer("metrics", path)["metrics"]]
        own = next(metric for metric in metrics if metric.startswith(("cpu-clock", "task-clock")))
        for stack, weight in paths(folded("--no-inline", f"--metrics=e.{own}", f"--symbols={path.parent / 'bin'}", path)).items():
            ours[tuple(map(frame_name, stack))] += weight
        equal(sum(ours.values()), sum(perf.values()), f"{name}: as much as perf has")
        named = {stack: weight for stack, weight in perf.items() if "?" not in stack}
        ok(len(named) >= 5, f"{name}: perf has stacks with names", len(perf))
        short = {stack: (ours[stack], weight) for stack, weight in named.items() if ours[stack] < weight}
        equal(list(short.items())[:3], [], f"{name}: each of perf's paths, with its weight")
        more = sum(ours[stack] - weight for stack, weight in named.items())
        ok(more <= sum(perf.values()) - sum(named.values()), f"{name}: no more than where perf has no name", more)


def both(text):
    """Folded text of a comparison as path -> (before, now)."""
    sums = collections.defaultdict(lambda: (0, 0))
    for line in text.splitlines():
        stack, before, now = line.rsplit(" ", 2)
        old = sums[tuple(stack.split(";"))]
        sums[tuple(stack.split(";"))] = (old[0] + int(before), old[1] + int(now))
    return dict(sums)


def test_compare():
    """Two texts, compared path by path with no help but a dictionary."""
    with tempfile.TemporaryDirectory() as folder:
        before, now = Path(folder) / "before.folded", Path(folder) / "now.folded"
        before.write_text("main 2\nmain;a 50\nmain;a;b 20\nmain;old;deep 7\nmain;old 1\nmain;a;gone 3\nmain;c 17\n")
        now.write_text("main 2\nmain;a 20\nmain;a;b 26\nmain;new;x 9\nmain;c 18\n")
        old, new = paths(before.read_text()), paths(now.read_text())
        wanted = {path: (old[path], new[path]) for path in old | new}
        result = run("flamegraph", "--compare=delta", "--format=folded", before, now)
        equal(both(result.stdout), wanted, "compare: each path with what it was and is")
        equal(result.stderr, "ascribe-cli: 2 call paths are only in the baseline (11, 11.00% of it)\n", "compare: what is gone is said")
        rows = answer("flamegraph", "--compare=delta", before, now)["rows"]
        known = {row["id"]: row for row in rows}
        steps = {-20: "2166ac", -5: "5a9bd4", -1: "a6cbe8", 0: "e6e6e6", 1: "f6c79b", 5: "e38b3f", 20: "b35806"}
        wrong, colors = [], {}
        for row in rows:
            path, at = [], row
            while at["parent"] is not None:
                path, at = [at["name"]] + path, known[at["parent"]]
            inside = sum(weight for stack, weight in old.items() if list(stack[:len(path)]) == path)
            if row["baseline"] != inside:
                wrong.append((path, row["baseline"], inside))
            change = (row["attributed"]["samples"] - inside) * 100 / sum(old.values())
            colors[row["name"]] = steps[max((s for s in steps if abs(s) <= abs(change)), key=lambda s: (abs(s), s * change >= 0))]
        equal(wrong, [], "compare: the baseline's value of each cell")
        root = ET.fromstring(run("flamegraph", "--compare=delta", "--format=svg", before, now).stdout)
        drawn = {cell.find(f"{SVG}title").text.split("\n")[0]: cell.find(f"{SVG}rect").get("fill")[1:] for cell in root.find(f"{SVG}g[@id='cells']")}
        equal(drawn, colors, "compare: colors by the difference in the baseline's whole")
        said = {cell.find(f"{SVG}title").text.split("\n")[0]: cell.find(f"{SVG}title").text for cell in root.find(f"{SVG}g[@id='cells']")}
        ok("\N{MINUS SIGN}27 (\N{MINUS SIGN}27.0%)" in said["a"] and "+6 (+6.0%)" in said["b"], "compare: less and more have their signs", said)
        text = run("flamegraph", "--compare=delta", before, now).stdout
        ok("a (-27.00%)" in text and "b (+6.00%)" in text, "compare: in text", text)
        equal(set(both(run("flamegraph", "--compare=delta", "--format=folded", now, now).stdout).values()) , {(v, v) for v in new.values()}, "compare: with itself")
        equal(paths(run("flamegraph", "--compare=off", "--format=folded", now).stdout), new, "compare: off")
        for wrong in (["--compare=ratio", before, now], ["--compare=delta", now]):
            result = run("flamegraph", *wrong)
            equal((result.returncode, len(result.stderr.splitlines())), (2, 1), "compare: refused in one line")
        equal(run("functions", "--compare=delta", before, now).returncode, 2, "compare: functions have it not")


def test_compare_recordings():
    """Two recordings of one program: both sides as each is alone, which test_perf() holds against `perf script`."""
    before, now = case_path("made/recordings/microstates.notrace.data"), case_path("made/recordings/microstates.proc.data")
    if before is None or now is None:
        return
    options = ["--no-inline", f"--symbols={now.parent / 'bin'}"]
    old, new = (paths(folded(*options, path)) for path in (before, now))
    compared = both(run("flamegraph", "--compare=delta", "--format=folded", *options, before, now).stdout)
    equal(compared, {path: (old[path], new[path]) for path in old | new}, "recordings: each path as in each of them")
    ok(sum(a > 0 and b > 0 for a, b in compared.values()) >= 5, "recordings: paths that both have", len(compared))


def test_drawing():
    result = run("flamegraph", "--format=svg", FIGURE)
    root = ET.fromstring(result.stdout)
    cells = root.find(f"{SVG}g[@id='cells']")
    boxes = {}
    for cell in cells:
        box = cell.find(f"{SVG}rect")
        boxes.setdefault(cell.find(f"{SVG}title").text.split("\n")[0], []).append((float(box.get("width")), cell.find(f"{SVG}title").text))
    whole = boxes["<Total>"][0][0]
    equal({name: round(32 * sum(width for width, _ in boxes[name]) / whole, 2) for name in boxes},
          {"<Total>": 32, "main": 32, "A": 10, "B": 20, "C": 25, "E": 10, "F": 10, "G": 4}, "svg: widths as the figure's inclusive values")
    ok("10 (31.2%)" in boxes["A"][0][1] or "10 (31.3%)" in boxes["A"][0][1], "svg: the tooltip has value and share", boxes["A"])
    text = "a\x7f<&>\"';b 5\nx" + "y" * 300 + " 3\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "odd & <names>.folded"
        path.write_text(text)
        root = ET.fromstring(run("flamegraph", "--format=svg", path).stdout)
        equal(len(root.find(f"{SVG}g[@id='cells']")), 4, "svg: odd names are text")


def level_widths(path):
    """How much of the whole each level of the drawing covers, from the text: <Total>, then the stacks that reach so deep."""
    sums = collections.Counter()
    for stack, weight in paths(path.read_text()).items():
        for depth in range(len(stack) + 1):
            sums[depth] += weight
    return [sums[depth] / sums[0] for depth in range(len(sums))]


def read_png(data):
    """Rows of (r, g, b) of a PNG of 8 bits without interlacing (RFC 2083)."""
    chunks, at = collections.defaultdict(bytes), 8
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        chunks[data[at + 4:at + 8]] += data[at + 8:at + 8 + size]
        at += 12 + size
    width, depth, kind = int.from_bytes(chunks[b"IHDR"][:4], "big"), *chunks[b"IHDR"][8:10]
    assert depth == 8 and kind in (2, 6)
    n = 3 if kind == 2 else 4
    raw, above, rows = zlib.decompress(chunks[b"IDAT"]), bytearray(width * n), []
    for start in range(0, len(raw), 1 + width * n):
        row = bytearray(raw[start + 1:start + 1 + width * n])
        for i in range(len(row)):
            left, up, corner = row[i - n] if i >= n else 0, above[i], above[i - n] if i >= n else 0
            nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[raw[start]]) & 0xFF
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), n)])
        above = row
    return rows


def test_pictures():
    """PNG and PDF show the levels of the input, each as wide as what reaches it, and colours with their names."""
    wanted = level_widths(FIGURE)
    png = run("flamegraph", "--format=png", FIGURE, text=False)
    equal((png.returncode, png.stderr, png.stdout[:8]), (0, b"", b"\x89PNG\r\n\x1a\n"), "png: it is one")
    rows = read_png(png.stdout)
    paper = rows[0][0]
    # a line that crosses each level below its text
    covered = [sum(pixel != paper for pixel in rows[52 + 17 * depth + 15]) / 1180 for depth in range(len(wanted))]
    ok(all(abs(got - want) < 0.004 for got, want in zip(covered, wanted)), "png: levels as wide as in the text", (covered, wanted))
    ok(all(pixel == paper for pixel in rows[52 + 17 * len(wanted) + 2]), "png: nothing below the deepest")
    equal(run("flamegraph", "--format=png", FIGURE, text=False).stdout, png.stdout, "png: the same each time")
    pdf = run("flamegraph", "--format=pdf", FIGURE, text=False).stdout
    ok(pdf.startswith(b"%PDF-") and b"%%EOF" in pdf[-64:], "pdf: it is one, and whole", pdf[:16])
    page = max((zlib.decompress(stream) for stream in re.findall(rb"stream\r?\n(x.*?)endstream", pdf, re.S)), key=lambda text: text.count(b" re f"))
    boxes = [tuple(map(float, box.split())) for box in re.findall(rb"([-\d. ]+) re f", page)]
    widths = collections.Counter()
    for _, y, width, height in boxes:
        if height == 12:  # 16 px
            widths[y] += width
    equal(len(widths), len(wanted), "pdf: so many levels")
    ok(all(abs(widths[y] / 885 - want) < 0.004 for y, want in zip(sorted(widths), wanted)), "pdf: levels as wide as in the text", (dict(widths), wanted))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deep.folded"
        path.write_text(";".join(f"f{i}" for i in range(3000)) + " 1\n")
        result = run("flamegraph", "--format=png", path)
        equal((result.returncode, len(result.stderr.splitlines())), (1, 1), "png: one that is too high is refused in one line")
        equal(run("flamegraph", "--format=pdf", path, text=False).returncode, 0, "pdf: 3000 levels")


def test_options():
    least = answer("flamegraph", "--min=20", FIGURE)["rows"]
    equal(sorted(row["name"] for row in least), ["<Total>", "A", "B", "C", "C", "main"], "min: cells of 20 % and more")
    equal(len(answer("flamegraph", "--limit=3", FIGURE)["rows"]), 3, "limit: so many rows")
    equal(len(folded("--limit=2", FIGURE).splitlines()), 2, "limit: so many lines")
    table = run("flamegraph", "--format=tsv", FIGURE).stdout.splitlines()
    equal(table[0], "id\tparent\tdepth\tstart\tname\tobject\ta+samples\ta%samples", "tsv: its columns")
    equal(table[1], "0\t\t0\t0\t<Total>\t\t32\t100.0000", "tsv: its first row")
    for wrong in (["--min=x"], ["--min=-1"], ["--min=101"], ["--by=cpu"], ["--format=dot"]):
        result = run("flamegraph", *wrong, FIGURE)
        equal((result.returncode, len(result.stderr.splitlines())), (2, 1), f"{wrong[0]}: refused in one line")
    for command, option in (("functions", "--min=1"), ("functions", "--by=thread"), ("calltree", "--format=svg")):
        equal(run(command, option, FIGURE).returncode, 2, f"{command} has no {option}")


def test_odd_input():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.folded"
        path.write_text("a;b 10\na;c -4\na;d -2\n")
        result = run("flamegraph", "--format=folded", path)
        equal(paths(result.stdout), {("a", "b"): 10}, "negative: what has a width")
        ok("-6" in result.stderr and "2 call paths" in result.stderr, "negative: what has none is said", result.stderr)
        row = answer("flamegraph", path)["rows"][1]
        equal(row["attributed"]["samples"], 4, "negative: values stay exact")
        path.write_text("a;b 0\nc 0\n")
        equal([row["name"] for row in answer("flamegraph", path)["rows"]], ["<Total>"], "nothing but zeros")
        equal(run("flamegraph", "--format=svg", path).returncode, 0, "nothing but zeros, drawn")
        deep = ";".join(["f"] * 20000)
        path.write_text(f"{deep} 3\n{deep};g 2\n")
        for arguments in ([], ["--inverted"]):
            rows = answer("flamegraph", *arguments, path)["rows"]
            equal(max(row["depth"] for row in rows), 20001, f"20,000 levels {arguments}")
        equal(run("flamegraph", "--limit=9", path).returncode, 0, "20,000 levels as text")


test_paths()
test_cells()
test_read_back()
test_perf()
test_compare()
test_compare_recordings()
test_drawing()
test_pictures()
test_options()
test_odd_input()
