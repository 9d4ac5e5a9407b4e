#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Code made at run time: functions as `perf inject --jit` and `perf script` have them, also where one replaced another at its address."""
import json
import os
import platform
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from asc_tap import TESTS, answer, equal, ok, run, skip

FIXTURES = TESTS / "fixtures"
MADE = {"alpha", "beta of alpha's place", "gamma"}


def ours(recording):
    """Function -> samples in it."""
    rows = answer("functions", "--metrics=e.cpu-clock:u:name", recording)["rows"]
    period = 1000000000 // 499
    return {row["name"]: round(row["exclusive"]["cpu-clock:u"] / period) for row in rows if row["exclusive"]["cpu-clock:u"] and row["name"] in MADE}


def test_fixtures():
    expected = lambda name: dict((function, int(n)) for n, function in (line.split(" ", 1) for line in (FIXTURES / "perf" / name).read_text().splitlines()))
    mono = FIXTURES / "perf" / "jit.mono.data"
    equal(ours(mono), expected("jit.mono.expected"), "as perf has it, by the monotonic clock")
    equal(ours(FIXTURES / "perf" / "jit.data"), expected("jit.expected"), "as the call's place tells it, by perf's own clock, which perf refuses")
    lines = [str(row) for row in answer("lines", mono)["rows"]]
    ok(any("alpha.src" in line and "11" in line for line in lines), "the loop's line", lines)


# push rbp; mov rbp,rsp; loop: dec edi; jnz loop; pop rbp; ret: what programs/jit.c writes, for each of its functions.
CODE = ["55", "48 89 e5", "ff cf", "75 fc", "5d", "c3"]
WORDS = ["push", "mov", "dec", "jne", "pop", "ret"]


def test_code():
    """The machine code is in the dump, also that of a function whose place another took."""
    mono = FIXTURES / "perf" / "jit.mono.data"
    metrics = {row["name"]: row["exclusive"] for row in answer("functions", mono)["rows"]}
    for name in sorted(MADE):
        result = run("disasm", name, "--format=json", mono)
        if "no disassembler" in result.stderr:
            skip(f"{name}: code", "no disassembler here")
            continue
        code = json.loads(result.stdout)["rows"][0] if result.returncode == 0 else {"instructions": []}
        instructions = code["instructions"]
        ok([i["bytes"] for i in instructions] == CODE, f"{name}: the bytes that the program wrote", (result.stderr, instructions))
        equal([i["text"].split()[0] for i in instructions], WORDS, f"{name}: its instructions")
        equal({m: sum(i["exclusive"][m] for i in instructions) for m in metrics[name]}, metrics[name], f"{name}: instructions add up to it")
        if name == "alpha":
            equal([(i["file"], i["line"]) for i in instructions], [("alpha.src", line) for line in (10, 10, 11, 11, 12, 12)], "alpha: its lines")
    with tempfile.TemporaryDirectory() as folder:
        dump = next((FIXTURES / "perf" / "jit.mono.data.symbols").iterdir())
        copy = Path(folder) / "copy.data"
        shutil.copy(FIXTURES / "perf" / "jit.mono.data", copy)
        (Path(folder) / "copy.data.symbols").mkdir()
        for size in (5, 16, 40):
            (Path(folder) / "copy.data.symbols" / dump.name).write_bytes(dump.read_bytes()[:size])
            result = run("disasm", "alpha", copy)
            ok(result.returncode in (1, 2) and len(result.stderr.splitlines()) >= 1, f"a dump of {size} bytes is no code", result.stderr)


def test_missing():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.data"
        shutil.copy(FIXTURES / "perf" / "jit.mono.data", copy)
        result = answer("info", copy)
        ok("jit-" in str(result["diagnostics"]), "a dump that is not here is said", result["diagnostics"])
        dumps = FIXTURES / "perf" / "jit.mono.data.symbols"
        rows = answer("functions", "--symbols", dumps, copy)["rows"]
        ok(MADE <= {row["name"] for row in rows}, "a dump given by --symbols is used", rows)


def test_live():
    """Recorded here, and looked at by perf."""
    if shutil.which("perf") is None or shutil.which("gcc") is None or platform.machine() != "x86_64":
        skip("recorded here", "needs perf, gcc and x86-64")
        return
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"HOME": folder}
        run = lambda *command: subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        flags = ["-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"]
        run("gcc", *flags, "-o", "jit", str(FIXTURES / "programs" / "jit.c"))
        recorded = run("perf", "record", "-q", "-N", "-B", "-e", "cpu-clock:u", "-F", "499", "-k", "CLOCK_MONOTONIC", "-g", "-o", "live.data", "./jit")
        injected = run("perf", "inject", "--jit", "-i", "live.data", "-o", "injected.data")
        if recorded.returncode != 0 or injected.returncode != 0:
            skip("recorded here", "perf may not record, or not inject: " + " ".join((recorded.stderr + injected.stderr).split())[:200])
            return
        # "--no-inline": perf's objects would be looked up by addr2line
        text = run("perf", "script", "-i", "injected.data", "--no-inline", "-F", "ip,sym").stdout
        leaves = [block.strip().splitlines()[0].split(" ", 1)[1] for block in text.split("\n\n") if block.strip()]
        wanted = {name: n for name, n in Counter(leaves).items() if name in MADE}
        equal(ours(Path(folder) / "live.data"), wanted, "recorded here: as perf has it")
        equal(ours(Path(folder) / "injected.data"), wanted, "the objects that perf makes of it")


test_fixtures()
test_code()
test_missing()
test_live()
