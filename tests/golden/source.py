#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Annotated source: every sample's lines by `perf script` and `addr2line`, and what the programs were built to do."""
import collections
import http.server
import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from asc_made import write_samples
from asc_tap import CLI, TESTS, answer, case_path, equal, ok, run, skip

FRAME = re.compile(r"^\s+([0-9a-f]+) .* \((.*)\)$")
PLACE = re.compile(r"^(.*):(\d+|\?)(?: \(discriminator \d+\))?$")
TOLERANCE = 7  # points
# The shares of made/expected/inline.json: 12 units of work.
UNITS = {25: 3, 29: 2, 34: 1, 44: 2}
CALLS = {30: ("inl::level2", 3), 35: ("inl::level1", 5), 39: ("inl::level0", 6)}


def list_samples(path):
    """Of each sample its period and its frames, leaf first: address and base name of the object."""
    text = subprocess.run(["perf", "script", "-i", path, "--no-inline", "-F", "period,ip,sym,dso"], capture_output=True, text=True, errors="replace").stdout
    samples = []
    for line in text.split("\n"):
        frame = FRAME.match(line)
        if frame and samples:
            samples[-1][1].append((int(frame[1], 16), os.path.basename(frame[2])))
        elif line.strip():
            samples.append((int(line.strip()), []))
    return samples


def list_places(binary, addresses):
    """Of each address its places, innermost inlined function first: file and line, 0 when unknown."""
    addresses = sorted(addresses)
    text = subprocess.run(["addr2line", "-a", "-i", "-e", binary, *map(hex, addresses)], capture_output=True, text=True, check=True).stdout
    places = collections.defaultdict(list)
    for line in text.splitlines():
        place = PLACE.match(line)
        if place is None:
            address = int(line, 16)
        else:
            places[address].append((place[1], int(place[2]) if place[2] != "?" else 0))
    return places


def test_addr2line(name, file):
    """Exclusive and inclusive values of every line, in nanoseconds."""
    path = case_path(f"made/recordings/inline/{name}.data")
    if path is None:
        return
    if shutil.which("perf") is None or shutil.which("addr2line") is None:
        skip(name, "no perf or no addr2line")
        return
    samples = list_samples(path)
    # Of a call the instruction before the one that it returns to.
    asked = [[(address - (i > 0), dso) for i, (address, dso) in enumerate(frames)] for _, frames in samples]
    places = {dso: list_places(path.parent / dso, {address for frames in asked for address, d in frames if d == dso}) for dso in (name, "plugin.so")}
    exclusive, inclusive = collections.Counter(), collections.Counter()
    for (period, _), frames in zip(samples, asked):
        chain = [place for address, dso in frames for place in (places[dso][address] if dso in places else [("?", 0)])]
        lines = [line if Path(where).name == file else 0 for where, line in chain]
        exclusive[lines[0]] += period
        for line in set(lines):
            inclusive[line] += period
    rows = answer("source", f"--symbols={path.parent}", file, path)["rows"][0]["lines"]
    ours = {row["line"]: (row["exclusive"]["cpu-clock"], row["inclusive"]["cpu-clock"]) for row in rows if row["line"] is not None and row["inclusive"]["cpu-clock"]}
    equal(ours, {line: (exclusive[line], inclusive[line]) for line in inclusive if line and inclusive[line]}, f"{name}: {file} as perf script and addr2line have it")


def test_shares(name):
    path = case_path(f"made/recordings/inline/{name}.data")
    if path is None:
        return
    whole = answer("source", f"--symbols={path.parent}", f"--source-path={path.parent.parent.parent / 'src'}", "hot", path)
    total = whole["metrics"][0]["total"]
    rows = {row["line"]: row for row in whole["rows"][0]["lines"]}
    for line, units in UNITS.items():
        share = rows[line]["exclusive"]["totalcpu"] * 100 / total
        ok(abs(share - units * 100 / 12) <= TOLERANCE and rows[line].get("hot"), f"{name}: line {line}", f"{share:.2f} %, {rows[line]}")
    for line, (callee, units) in CALLS.items():
        calls = [(call["name"].split("(")[0], call["attributed"]["totalcpu"]) for call in rows[line]["calls"]]
        ok(len(calls) == 1 and calls[0][0] == callee and abs(calls[0][1] * 100 / total - units * 100 / 12) <= TOLERANCE, f"{name}: call on line {line}", calls)
    ok("WORK(3)" in rows[25]["text"] and "hot" not in rows[30], f"{name}: text")


def test_sums(path, file, *options):
    """A line's exclusive metric and its calls are its inclusive one; all rows are what the file's functions have."""
    rows = answer("source", *options, file, path)["rows"][0]["lines"]
    bad = [row for row in rows for metric, value in row["inclusive"].items()
           if row.get("calls") and value != row["exclusive"][metric] + sum(call["attributed"][metric] for call in row["calls"])]
    ok(not bad and any(row.get("calls") for row in rows), f"{path.name}: calls and exclusive add up to inclusive", bad[:1])
    functions = [row for row in answer("functions", *options, path)["rows"] if row["file"] and Path(row["file"]).name == file]
    for metric in rows[0]["exclusive"]:
        equal(sum(row["exclusive"][metric] for row in rows), sum(row["exclusive"][metric] for row in functions), f"{path.name}: {metric} of {file} is that of its functions")


def test_text(path):
    """Hot lines are marked, lines without code are bare, tabs are spread, what is missing is said."""
    symbols = f"--symbols={path.parent}"
    sources = path.parent.parent.parent / "src"
    lines = run("source", symbols, f"--source-path={sources}", "inline.cpp", path).stdout.splitlines()
    marked = [int(line.split("## ")[1].split(".")[0]) for line in lines if re.search(r" ## +\d+\. ", line)]
    equal(marked, sorted(UNITS), "hot lines are marked")
    original = (sources / "inline.cpp").read_text().splitlines()
    shown = [line.partition(f"{i + 1}. ")[2] for i, line in enumerate(lines[-len(original):])]
    equal(shown, [line.expandtabs(8).rstrip() for line in original], "every line of the text")
    missing = run("source", symbols, "inline.cpp", path)
    ok(missing.returncode == 0 and "tried" in missing.stderr and "/home/dev/made/src/inline.cpp" in missing.stderr, "a missing file: metrics and the paths tried", missing.stderr)
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(Path(folder) / "inline.cpp")
        pipe = run("source", symbols, f"--source-path={folder}", "inline.cpp", path, timeout=60)
        ok(pipe.returncode == 0 and f"{folder}/inline.cpp: is not a regular file" in pipe.stderr and pipe.stderr.count("\n") == 1, "a pipe is no source",
           pipe.stderr)
        os.unlink(Path(folder) / "inline.cpp")
        shutil.copy(CLI, Path(folder) / "inline.cpp")
        program = run("source", symbols, f"--source-path={folder}", "inline.cpp", path)
        ok(program.returncode == 1 and program.stdout == "" and f"{folder}/inline.cpp: a binary file" in program.stderr and program.stderr.count("\n") == 1,
           "a program is no source", program.stderr)
        (Path(folder) / "inline.cpp").write_bytes(b"one\ntwo \xe9\n")
        short = run("source", symbols, f"--source-path={folder}", "--format=json", "inline.cpp", path)
        ok("ends before line 77" in short.stderr and "newer" in short.stderr, "a file that is not the one compiled", short.stderr)
        ok('"encoding":"ISO-8859-1"' in short.stdout and '{"line":25,"function":"inl::level2","text":null' in short.stdout, "its lines are kept", short.stdout[:400])


def test_names(path):
    symbols = f"--symbols={path.parent}"
    for name, status, text in (("nothing-like-that", 2, "no function and no source file"), ("jit_spin with spaces", 2, "no function"), ("c", 2, "no function")):
        result = run("source", symbols, name, path)
        ok(result.returncode == status and text in result.stderr and result.stderr.count("\n") == 1, f"source {name}", result.stderr)
    result = run("source", symbols, "__libc_start_call_main", path)
    ok(result.returncode in (0, 1), "a function of a library", result.stderr)
    for name in ("inline.cpp", "src/inline.cpp", "/home/dev/made/src/inline.cpp", "hot", "inl::level1"):
        result = answer("source", symbols, name, path)
        equal(result["rows"][0]["file"], "/home/dev/made/src/inline.cpp", f"source {name}")
    ok(run("source", symbols, "--object=plugin.so", "hot", path).returncode == 2, "--object")
    ok(run("source", symbols, "--source-path=/nowhere", "hot", path).returncode == 2, "--source-path that is not there")
    ok(run("source", symbols, "--sort=i.user", "hot", path).returncode == 2, "source has an order of its own")


test_addr2line("dwarf5", "inline.cpp")
test_addr2line("dwarf5", "plugin.c")
test_addr2line("dwarf4", "inline.cpp")
for variant in ("dwarf4", "dwarf5", "split5"):
    test_shares(variant)
case_file = case_path("made/recordings/inline/dwarf5.data")
if case_file is not None:
    test_sums(case_file, "inline.cpp", f"--symbols={case_file.parent}")
    test_text(case_file)
    test_names(case_file)
case_file = case_path("made/recordings/recursion.spin.fp.data")
if case_file is not None:
    test_sums(case_file, "recursion.c", f"--symbols={case_file.parent}")


def test_stairs():
    """The fixture's own table, made by perf script and addr2line; its source lies in its own folder."""
    path = TESTS / "fixtures" / "source" / "stairs"
    wanted = {int(line): (int(own), int(all_)) for line, own, all_ in (row.split() for row in (path / "lines.tsv").read_text().splitlines())}
    whole = answer("source", "climb", path)["rows"][0]
    ours = {row["line"]: (row["exclusive"]["cpu-clock:u"], row["inclusive"]["cpu-clock:u"]) for row in whole["lines"] if row["line"] and row["inclusive"]["cpu-clock:u"]}
    equal(ours, wanted, "stairs: every line")
    equal((whole["file"], Path(whole["path"]).name, [row["line"] for row in whole["lines"] if row.get("hot")]), ("/build/stairs/stairs.c", "stairs.c", [13, 21]), "stairs: file and hot lines")
    equal([call["name"] for row in whole["lines"] if row["line"] in (22, 30) for call in row["calls"]], ["step", "climb"], "stairs: calls, inlined ones too")


def test_content():
    """What was compiled is told from what is there by content where the compiler wrote a sum (clang, DWARF 5), else by age."""
    if shutil.which("clang") is None:
        skip("content", "no clang here")
        return
    text = "int main (void)\n{\n  return 3;\n}\n"
    cases = (("clang -gdwarf-5", text, "newer", False, False), ("clang -gdwarf-5", text.replace("3", "4"), "older", False, True), ("clang -gdwarf-4", text, "newer", True, False),
             ("clang -gdwarf-4", text.replace("3", "4"), "older", False, False))
    with tempfile.TemporaryDirectory() as top:
        for i, (compiler, now, age, is_newer, differs) in enumerate(cases):
            folder = Path(top) / str(i)
            folder.mkdir()
            source, program = folder / "a.c", folder / "program"
            source.write_text(text)
            # spelled in a way of its own, as build systems do
            subprocess.run([*compiler.split(), "-o", program, f"../{i}/./a.c"], cwd=folder, check=True)
            at = next(int(line.split()[0], 16) for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines() if line.endswith(" T main"))
            write_samples(folder / "perf.data", program, [(at, 5)])
            source.write_text(now)
            time = program.stat().st_mtime + (100 if age == "newer" else -100)
            os.utime(source, (time, time))
            for how in ("first", "from what is kept"):
                result = run("source", "--format=json", "a.c", folder / "perf.data")
                said = [word for word in ("newer", "differs") if f"is {word} than" in result.stderr or f"{word} from the file" in result.stderr]
                equal((f'"newer":{str(is_newer).lower()}' in result.stdout, f'"differs":{str(differs).lower()}' in result.stdout, said),
                      (True, True, ["newer"] * is_newer + ["differs"] * differs), f"{compiler}, {age}, {'changed' if now != text else 'unchanged'}: {how}")


def test_server():
    """Of a debuginfod server comes the source of the recorded build, when it may be asked."""
    if shutil.which("gcc") is None:
        skip("server", "no gcc here")
        return
    with tempfile.TemporaryDirectory() as top:
        top = Path(top)
        build_id = bytes(range(1, 21))
        (top / "a.c").write_text("int main (void)\n{\n  return 3;\n}\n")
        subprocess.run(["gcc", "-g", f"-Wl,--build-id=0x{build_id.hex()}", "-o", top / "program", top / "a.c"], check=True)
        at = next(int(line.split()[0], 16) for line in subprocess.run(["nm", top / "program"], capture_output=True, text=True, check=True).stdout.splitlines() if line.endswith(" T main"))
        write_samples(top / "perf.data", top / "program", [(at, 5)], build_id=build_id)
        served = Path(f"{top}/served/buildid/{build_id.hex()}/source{top}/a.c")
        served.parent.mkdir(parents=True)
        shutil.move(top / "a.c", served)
        quiet = lambda *arguments, **options: None
        handler = type("Handler", (http.server.SimpleHTTPRequestHandler,), {"log_message": quiet, "__init__": lambda self, *a, **k: http.server.SimpleHTTPRequestHandler.__init__(self, *a, directory=top / "served", **k)})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = os.environ | {"DEBUGINFOD_CACHE_PATH": str(top / "cache"), "no_proxy": "127.0.0.1"}
        ask = f"--debuginfod=http://127.0.0.1:{server.server_port}/"
        alone = run("source", "a.c", top / "perf.data", env=environment)
        ok("not found; tried" in alone.stderr and "return 3" not in alone.stdout, "no server is asked unless that is wanted", alone.stderr)
        asked = run("source", ask, "--progress", "a.c", top / "perf.data", env=environment)
        if "is not installed" in asked.stderr:
            skip("server", "debuginfod's client is not here")
        else:
            ok("3.   return 3;" in asked.stdout and f"Found at: {top}/cache" in asked.stdout and "not found" not in asked.stderr, "its source file is shown", asked.stdout + asked.stderr)
            code = run("disasm", ask, "main", top / "perf.data", env=environment)
            ok("return 3;" in code.stdout, "and between the instructions", code.stdout + code.stderr)
        server.shutdown()


test_stairs()
test_content()
test_server()
