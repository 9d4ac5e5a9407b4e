#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernel and modules by their files: functions, inlined functions and lines as addr2line has them, for a file like a module (not linked to its end) and one like vmlinux, moved in memory."""
import gzip
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from asc_tap import ok, skip

DUMP = os.environ.get("ASC_NAMES_DUMP", "")
START = 0xFFFFFFFFC0400000

HEADER = """
static inline __attribute__((always_inline)) long twice(long x)
{
  return x * 2 + counter;
}
"""
FIRST = """
extern long counter;
#include "made.h"
__attribute__((section(".init.text"), noinline)) long early(long x)
{
  return twice(x) + 1;
}
__attribute__((noinline)) static long helper(long x)
{
  for (long i = 0; i < x; i++)
    counter += twice(i);
  return counter;
}
long work(long x)
{
  return helper(x) + twice(x);
}
"""
SECOND = """
long counter;
#include "made.h"
extern long work(long);
__attribute__((section(".text.unlikely"), noinline)) long cold(long x)
{
  return x / 3 + twice(x);
}
__attribute__((noinline)) static long helper(long x)
{
  return x * 7;
}
long more(long x)
{
  return x > 100 ? cold(x) : helper(x) + twice(work(x));
}
__attribute__((section(".exit.text"), noinline)) long late(long x)
{
  return twice(x) - 1;
}
"""


def run(*command, cwd=None, text=None):
    return subprocess.run([str(c) for c in command], cwd=cwd, input=text, capture_output=True, text=True, timeout=120)


def chains(text):
    """Address -> list of (function, base name of the file, line)."""
    found, at = {}, None
    for line in text.splitlines():
        if re.fullmatch("0x[0-9a-f]{16}", line):
            at = found.setdefault(int(line, 16), [])
        elif at is not None:
            at.append(line)
    clean = lambda place: (lambda p: (p[0].split("/")[-1], p[2].replace("?", "0")))(place.split(" (disc")[0].rpartition(":"))
    return {a: [(lines[i], *clean(lines[i + 1])) for i in range(0, len(lines) - 1, 2)] for a, lines in found.items()}


def build(folder, prefix, flags):
    for name, text in (("made.h", HEADER), ("first.c", FIRST), ("second.c", SECOND)):
        (folder / name).write_text(text)
    for name in ("first", "second"):
        if run(prefix + "gcc", "-c", "-g", "-O2", "-fno-pic", *flags, "-o", f"{name}.o", f"{name}.c", cwd=folder).returncode:
            return False
    return True


def sections(module, prefix):
    """Name -> (size, alignment), in the order of the file, of executable sections."""
    found = {}
    for line in run(prefix + "readelf", "-SW", module).stdout.splitlines():
        match = re.match(r"\s*\[ *\d+\] (\S+)\s+PROGBITS\s+\S+ \S+ (\S+) \S+\s+(\S+)\s+\d+\s+\d+\s+(\d+)", line)
        if match and "X" in match[3]:
            found[match[1]] = (int(match[2], 16), int(match[4]))
    return found


def places(module, prefix):
    """Section -> where Linux puts it: code that stays, in the order of the file."""
    at, found = START, {}
    for name, (size, alignment) in sections(module, prefix).items():
        if not name.startswith(".init") and size:
            at = -(-at // alignment) * alignment
            found[name] = at
            at += size
    return found


def compare(name, kind, file, start, folder, wanted):
    """wanted: address in memory -> chain"""
    result = run(DUMP, kind, file, hex(start), folder, text="".join(f"{a:x}\n" for a in wanted))
    got = chains(result.stdout[: result.stdout.rfind("report")])
    # behind a function's end addr2line goes on, where no symbol is
    differ = [(hex(a), got.get(a), wanted[a]) for a in wanted if got.get(a) != wanted[a] and not (got.get(a) and got[a][-1][0].startswith("<static>"))]
    ok(len(wanted) > 30 and not differ, f"{name}: {len(wanted)} addresses as addr2line has them", "\n".join(map(str, differ[:5])) + "\n" + result.stdout[-300:] + result.stderr)
    return result.stdout.splitlines()[-1] if result.stdout else ""


def test_module(prefix, flags):
    name = f"module of {prefix or 'this machine '}gcc {' '.join(flags)}"
    if shutil.which(prefix + "gcc") is None or shutil.which(prefix + "addr2line") is None:
        skip(name, "there is no such compiler")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        given = folder / "given"
        given.mkdir()
        module = given / "made.ko"
        # .init.text first, as it may stand
        if not build(folder, prefix, flags) or run(prefix + "ld", "-r", "--build-id=sha1", "-o", module, "first.o", "second.o", cwd=folder).returncode:
            skip(name, "it cannot be built")
            return
        wanted = {}
        for section, at in places(module, prefix).items():
            offsets = range(sections(module, prefix)[section][0])
            text = run(prefix + "addr2line", "-a", "-i", "-f", "-e", module, "-j", section, text="".join(f"{o:x}\n" for o in offsets)).stdout
            wanted |= {at + offset: chain for offset, chain in chains(text).items()}
        ok(len(places(module, prefix)) >= 3, f"{name}: three sections of code", places(module, prefix))
        compare(name, "module", module, START, given, wanted)
        whole = module.read_bytes()
        packed = {"xz": lzma.compress(whole), "gz": gzip.compress(whole)}
        if shutil.which("zstd"):
            packed["zst"] = subprocess.run(["zstd", "-c"], input=whole, capture_output=True, check=True).stdout
        for ending, data in packed.items():
            module.unlink(missing_ok=True)
            file = given / f"made.ko.{ending}"
            file.write_bytes(data)
            compare(f"{name}, {ending}", "module", file, START, given, wanted)
            file.unlink()
        # The module itself packed and without its debugging information, which lies in another file.
        (given / "debug.ko").write_bytes(whole)
        run(prefix + "objcopy", "--strip-debug", given / "debug.ko", folder / "bare.ko")
        (given / "bare.ko.xz").write_bytes(lzma.compress((folder / "bare.ko").read_bytes()))
        compare(f"{name}, debugging information apart", "module", given / "debug.ko", START, given, wanted)
        (given / "debug.ko").write_bytes(whole[: len(whole) // 2])
        cut = run(DUMP, "module", given / "bare.ko.xz", hex(START), given, text="".join(f"{a:x}\n" for a in wanted))
        ok(cut.returncode == 0 and "helper" in cut.stdout, f"{name}, of the debugging information half is missing", cut.stdout[-300:] + cut.stderr)


def test_kernel():
    if shutil.which("gcc") is None:
        skip("vmlinux", "there is no gcc")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        script = "SECTIONS { . = 0x41000000; _text = .; .text : { _stext = .; *(.text*) *(.init.text) *(.exit.text) } .notes : { *(.note.gnu.build-id) } .data : { *(.data*) *(.bss*) *(COMMON) } }"
        (folder / "script").write_text(script)
        (folder / "given").mkdir()
        kernel = folder / "given" / "vmlinux"
        if not build(folder, "", []) or run("ld", "-static", "--build-id=sha1", "-T", "script", "-e", "work", "-o", kernel, "first.o", "second.o", cwd=folder).returncode:
            skip("vmlinux", "it cannot be built")
            return
        size = sections(kernel, "")[".text"][0]
        text = run("addr2line", "-a", "-i", "-f", "-e", kernel, text="".join(f"{0x41000000 + o:x}\n" for o in range(size))).stdout
        moved = 0xFFFFFFFF9B000000
        wanted = {a - 0x41000000 + moved: chain for a, chain in chains(text).items()}
        compare("vmlinux, moved in memory", "kernel", kernel, moved, folder / "given", wanted)


if not DUMP:
    skip("kernel", "ASC_NAMES_DUMP is not set")
else:
    test_module("", [])
    test_module("", ["-gdwarf-4"])
    test_module("", ["-gz=zlib"])
    test_module("", ["-m32"])
    test_module("aarch64-linux-gnu-", [])
    test_module("riscv64-linux-gnu-", [])
    test_kernel()
