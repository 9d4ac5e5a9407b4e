#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""slim-kallsyms.py ADDRESSES < /proc/kallsyms: of kallsyms what names the addresses (hexadecimal, one a line): every symbol at
the nearest address below each, and those at the next one, which end it; _text and _stext, by which the kernel is placed."""
import bisect
import sys

lines = sorted(sys.stdin.read().splitlines())
starts = sorted({line[:16] for line in lines})
kept = set()
for line in open(sys.argv[1]):
    for address in (int(line, 16), int(line, 16) - 1):  # a return address is looked up one before
        i = bisect.bisect_right(starts, f"{address:016x}") - 1
        if i >= 0:
            kept.update(starts[i:i + 2])
for line in lines:
    if line[:16] in kept or line.split()[2] in ("_text", "_stext"):
        print(line)
