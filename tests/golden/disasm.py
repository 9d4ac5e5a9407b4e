#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Disassembly: libc and what it calls itself against `objdump -d`."""
import os
import re
import shutil
import subprocess
from pathlib import Path

from asc_tap import equal, ok, skip

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
