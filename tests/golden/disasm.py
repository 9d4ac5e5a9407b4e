#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Disassembly: libc and what it calls itself against `objdump -d`."""
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from asc_tap import ROOT, answer, case_path, equal, ok, run, skip

DUMP = os.environ.get("ASC_DISASM_DUMP", "")
LINE = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*(?:\t(.*))?$")
# The whole of libc takes 4 s, and 40 s with the sanitizers.
WHOLE = os.environ.get("ASC_WHOLE_LIBC")
SIZE = 0x18000


def by_objdump(path, *options):
    lines = subprocess.run(["objdump", "-d", "-z", "-w", "-C", *options, path], capture_output=True, text=True, errors="replace", env={**os.environ, "LC_ALL": "C"}, check=True).stdout
    found = (LINE.match(line) for line in lines.split("\n"))
    return {int(m[1], 16): (m[2].replace(" ", ""), (m[3] or "").rstrip()) for m in found if m}


def by_us(path, *limits):
    lines = subprocess.run([DUMP, path, *limits], capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(line.split("\t", 2)[0], 16): tuple(line.split("\t", 2)[1:]) for line in lines}


def text_start(path):
    sections = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, check=True).stdout
    return int(re.search(r"\s\.text\s+PROGBITS\s+([0-9a-f]+)", sections)[1], 16)


def without_name(text):
    return re.sub(r" <.*>", "", text)


def test_file(path):
    start = text_start(path)
    limits = () if WHOLE else (f"{start:x}", f"{start + SIZE:x}")
    wanted = by_objdump(path, *(() if WHOLE else (f"--start-address={start}", f"--stop-address={start + SIZE}")))
    got = by_us(path, *limits)
    name = Path(path).name
    last = max(wanted)  # objdump cuts the last one
    wanted.pop(last)
    got.pop(last, None)
    ok(len(wanted) > 1000, f"{name}: objdump prints {len(wanted)} instructions")
    equal(sorted(got.keys() - wanted.keys()) + sorted(wanted.keys() - got.keys()), [], f"{name}: the same addresses")
    both = wanted.keys() & got.keys()
    equal([hex(a) for a in both if wanted[a][0] != got[a][0]][:5], [], f"{name}: the same bytes")
    equal([(hex(a), wanted[a][1], got[a][1]) for a in both if without_name(wanted[a][1]) != without_name(got[a][1])][:5], [], f"{name}: the same text but for names")
    # Where nothing is, objdump counts from far symbols; words of the dynamic linker's tables have the name that is filled in there. Versions are left out here.
    exact = [a for a in both if re.search(r"<[^<>]+>$", wanted[a][1]) and not re.search(r"[+-]0x[0-9a-f]+>$", wanted[a][1])]
    ok(len(exact) > 500, f"{name}: {len(exact)} operands are a symbol's address")
    equal([(hex(a), wanted[a][1], got[a][1]) for a in exact if re.sub(r"@@?[A-Z][\w.]*", "", wanted[a][1]) != got[a][1]][:5], [], f"{name}: the same names of addresses")


RECORDINGS = "made/recordings/"


def code_of(path, address, *options):
    rows = answer("disasm", f"0x{address:x}", *options, path)["rows"]
    return rows[0]


def functions_with_code(path, *options):
    """Those of files whose code is here, by address: name, exclusive metrics."""
    tsv = run("functions", *options, "--metrics=name:address:object", "--format=tsv", path).stdout.splitlines()
    columns = tsv[0].split("\t")
    addresses = [dict(zip(columns, line.split("\t"))).get("address") for line in tsv[1:]]
    rows = answer("functions", *options, path)["rows"]
    return [(row, int(address)) for row, address in zip(rows, addresses) if address and int(address) and row["object_path"] and row["object_path"].startswith("/")]


def test_sums(path, *options):
    """Instructions add up to their function; with what is inlined told apart, to each of those functions too."""
    sums, wanted, n = Counter(), {}, 0
    plain = {(row["name"], row["object"]): row["exclusive"] for row in answer("functions", "--no-inline", *options, path)["rows"]}
    for row, address in functions_with_code(path, *options):
        result = run("disasm", f"0x{address:x}", f"--object={row['object_path']}", *options, "--format=json", path)
        if result.returncode != 0:
            continue
        code = json.loads(result.stdout)["rows"][0]
        n += 1
        parts = code["instructions"] + ([code["elsewhere"]] if "elsewhere" in code else [])
        equal({m: sum(i["exclusive"][m] for i in parts) for m in row["exclusive"]}, plain[row["name"], row["object"]], f"{path.name}: instructions of {row['name'][:40]} add up to it")
        ok("elsewhere" not in code and [i["address"] for i in parts] == sorted({i["address"] for i in parts}), f"{path.name}: all of {row['name'][:40]} is at instructions")
        wanted[row["name"]] = row["exclusive"]
        for i in parts:
            for metric, value in i["exclusive"].items():
                sums[i["function"] or row["name"], metric] += value
    ok(n >= 1, f"{path.name}: {n} functions were disassembled")
    return sums


def test_inline():
    path = case_path(RECORDINGS + "inline/dwarf5.data")
    if path is None:
        return
    binary, options = path.parent / "dwarf5", (f"--symbols={path.parent}",)
    code = answer("disasm", "hot", *options, path)["rows"][0]
    got = {i["address"]: (i["bytes"].replace(" ", ""), i["text"]) for i in code["instructions"]}
    equal(got, by_objdump(binary, f"--start-address={code['address']}", f"--stop-address={code['address'] + code['size']}"), "hot: as objdump prints it")
    lines = subprocess.run(["addr2line", "-e", binary, *(hex(a) for a in got)], capture_output=True, text=True, check=True).stdout.split()
    equal([f"{i['file']}:{i['line']}" for i in code["instructions"]], [line.split(" ")[0] for line in lines if not line.startswith("(disc")], "hot: lines as addr2line has them")
    sums = test_sums(path, *options)
    for row in answer("functions", *options, path)["rows"]:
        if row["name"].startswith("inl::"):
            equal(sums[row["name"], "totalcpu"], row["exclusive"]["totalcpu"], f"instructions inlined of {row['name']} add up to it")
    result = run("disasm", "inl::level2", *options, path)
    ok(result.returncode == 1 and "no machine code of its own" in result.stderr and result.stderr.count("\n") == 1, "an inlined function has no code", result.stderr)
    text = run("disasm", "hot", "--bytes", *options, path).stdout
    ok("##" in text and "ff c8" in text.replace("48 ", ""), "text marks hot instructions and has their bytes", text)
    ok(re.search(r"/>\s+14c0:", text) and re.search(r"\\-\s+14c3:", text), "text draws the loop", text)


def test_calls():
    """What a call brings stands at the call."""
    path = case_path(RECORDINGS + "figure.fp.data")
    if path is None:
        return
    options = (f"--symbols={path.parent / 'bin'}",)
    test_sums(path, *options)
    main = answer("disasm", "main", *options, path)["rows"][0]
    row = next(r for r in answer("functions", *options, path)["rows"] if r["name"] == "main")
    at_calls = sum(i["inclusive"]["totalcpu"] for i in main["instructions"] if i["text"].startswith("call"))
    own = sum(i["exclusive"]["totalcpu"] for i in main["instructions"])
    equal(at_calls + own, row["inclusive"]["totalcpu"], "main: its calls and its own add up to all below it")


def test_errors():
    for name, words in (("nobody", "no function “nobody”"), ("0x1", "no function “0x1”")):
        result = run("disasm", name, ROOT / "data" / "samples" / "words")
        ok(result.returncode == 2 and words in result.stderr and result.stderr.count("\n") == 1, f"disasm {name}", result.stderr)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stacks.folded"
        path.write_text("main;A 2\n")
        result = run("disasm", "A", path)
        ok(result.returncode == 1 and result.stderr.count("\n") == 1, "names have no code", result.stderr)


libc = next((p for p in ("/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6", "/lib64/libc.so.6") if Path(p).exists()), None)
if not DUMP or shutil.which("objdump") is None or shutil.which("readelf") is None:
    skip("libc", "no objdump here")
elif libc is None:
    skip("libc", "no libc where it is looked for")
elif os.environ.get("ASC_HAVE_OPCODES") != "1":
    skip("libc", "built without libopcodes")
else:
    test_file(libc)
    test_file(shutil.which("objdump"))
    test_inline()
    test_calls()
test_errors()
