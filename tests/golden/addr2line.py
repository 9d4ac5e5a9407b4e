#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What addresses of programs are called, whole: the chain of functions, demangled, with files and lines, as `addr2line -i -f -C` has it.

Where addr2line errs, `llvm-symbolizer` must have it instead, the difference must be one that is named below, and no more frequent than said there."""
import collections
import lzma
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from asc_tap import TESTS, ok, skip

DUMP = os.environ.get("ASC_NAMES_DUMP", "")
SOURCES = TESTS / "fixtures" / "dwarf"
MOST = 800  # addresses of a program
# rustup's compilers lie in the user's own home, which is not that of the tests.
RUSTUP = os.environ.get("RUSTUP_HOME", f"{pwd.getpwuid(os.getuid()).pw_dir}/.rustup")

# What addr2line 2.40 is known to say otherwise. The first four are no matter of places: llvm-symbolizer 14 may say so too.
ERRORS = {
    "scope": "a name without linkage name lacks the namespaces and classes around it",
    "clone": "the outermost function is named by DWARF, not by its symbol with [clone .suffix]",
    "folded": "the linker has made one of equal functions: another of the symbols at its address",
    "symtab": "without DWARF the file of the symbol table (STT_FILE) is named",
    "innermost": "the innermost function, inlined or without linkage name, has the name of the symbol around it",
    "file": "the unit's main file is named where the code comes from another one",
    "chain": "inlined functions are missing",
    "nothing": "no line is known",
}
OF_NAMES = {"scope", "clone", "folded", "symtab"}

OF_GCC = {"clone": 20, "scope": 20, "innermost": 5, "file": 2}
# name, source, command, {error: most percent of the addresses}
PROGRAMS = [
    ("C, DWARF 4", "inline.c", "gcc -O2 -gdwarf-4 -DNESTED $S -o program", {"clone": 30}),
    ("C, DWARF 5, debuglink", "inline.c", "gcc -O2 -gdwarf-5 $S -o program && objcopy --only-keep-debug program program.debug && strip -g program && objcopy --add-gnu-debuglink=program.debug program", {"clone": 30}),
    ("C, split, DWARF 4", "inline.c", "gcc -O2 -gdwarf-4 -gsplit-dwarf $S -o program", {"chain": 40}),
    ("C, split, DWARF 5, not PIE", "inline.c", "gcc -O2 -no-pie -gdwarf-5 -gsplit-dwarf $S -o program", {"chain": 10, "nothing": 100}),
    ("C, clang, DWARF 5", "inline.c", "clang -O2 -gdwarf-5 $S -o program", {"chain": 80}),
    ("C++, DWARF 4", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-4 $S -o program", OF_GCC),
    ("C++, DWARF 5", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-5 $S -o program", OF_GCC),
    ("C++, DWARF 5, compressed, not PIE", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-5 -no-pie -gz=zlib $S -o program", OF_GCC),
    ("C++, DWARF 4, compressed as .zdebug", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-4 $S -o plain && objcopy --compress-debug-sections=zlib-gnu plain program", OF_GCC),
    ("C++, DWARF 5, split", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-5 -gsplit-dwarf $S -o program", {"chain": 40, "nothing": 100}),
    ("C++, DWARF 4, package", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-4 -gsplit-dwarf $S -o program && dwp -e program -o program.dwp && rm *.dwo", {"chain": 80}),
    ("C++, clang, DWARF 5", "templates.cpp", "clang++ -std=c++17 -O2 -gdwarf-5 $S -o program", {"chain": 40, "symtab": 1}),
    ("Rust, legacy names", "iterators.rs", "rustc -O -g -Z unstable-options -C symbol-mangling-version=legacy $S -o program", {"folded": 2, "symtab": 15}),
    ("Rust, v0 names", "iterators.rs", "rustc -O -g -C symbol-mangling-version=v0 $S -o program", {"folded": 2, "symtab": 15}),
    ("D, gcc", "shapes.d", "gdc -O2 -g $S -o program", {"innermost": 10, "scope": 15, "clone": 15}),
    ("D, LLVM", "shapes.d", "ldc2 -O2 -g $S -of=program", {"innermost": 30}),
    ("Go", "shapes.go", "go build -o program $S", {"innermost": 30}),
    ("Fortran", "nested.f90", "gfortran -O2 -g $S -o program", {"innermost": 2, "scope": 20}),
]


def run(*command, cwd=None, text=None):
    return subprocess.run([str(c) for c in command], cwd=cwd, input=text, capture_output=True, text=True, errors="replace", timeout=300)


def chains(text):
    """Address -> list of (function, file, line); file is "" and line 0 where they are not known."""
    found, open_chain = {}, None
    for line in text.splitlines():
        if re.fullmatch("0x[0-9a-f]+", line):
            open_chain = found.setdefault(int(line, 16), [])
        elif open_chain is not None and line:
            open_chain.append(line)

    def place(text):
        file, _, line = re.sub(r" \(discriminator \d+\)$", "", text).rpartition(":")
        return ("" if file == "??" else re.sub("^//+", "/", os.path.normpath(file)), 0 if line == "?" else int(line))

    return {a: [(lines[i], *place(lines[i + 1])) for i in range(0, len(lines) - 1, 2)] for a, lines in found.items()}


def functions_of(program):
    """The code of its own functions: (start, end); nothing lies in padding, as no sample does."""
    rows = (line.split() for line in run("nm", "-S", "--defined-only", program).stdout.splitlines())
    return sorted({(int(r[0], 16), int(r[0], 16) + int(r[1], 16)) for r in rows if len(r) == 4 and r[2] in "tTwWuU"})


def addresses_of(program):
    """Instructions, evenly spread over .text."""
    every = []
    spans = functions_of(program)
    at = 0
    for line in run("objdump", "-d", "--no-show-raw-insn", "-j", ".text", program).stdout.splitlines():
        match = re.match(r"\s+([0-9a-f]+):", line)
        if match:
            address = int(match[1], 16)
            while at < len(spans) and spans[at][1] <= address:
                at += 1
            if at < len(spans) and spans[at][0] <= address:
                every.append(address)
    return every[:: max(1, -(-len(every) // MOST))]


def shift_of(program):
    """Address - offset in the file, of the segment with code."""
    for line in run("readelf", "-lW", program).stdout.splitlines():
        words = line.split()
        if words[:1] == ["LOAD"] and "E" in words[6:8]:
            return int(words[2], 16) - int(words[1], 16)
    return 0


def demangle(found, *filters):
    """The same chains, with names that c++filt has demangled."""
    for options in filters:
        names = sorted({place[0] for chain in found.values() for place in chain})
        # Of D it knows no suffix of a copy.
        parts = [name.partition(".") if name.startswith("_D") else (name, "", "") for name in names]
        told = run("c++filt", *options, text="\n".join(part[0] for part in parts)).stdout.splitlines()
        plain = {name: t + (f" [clone .{part[2]}]" if part[1] else "") for name, t, part in zip(names, told, parts)}
        found = {a: [(plain[f], *place) for f, *place in chain] for a, chain in found.items()}
    return found


def ask_addr2line(program, text, folder):
    """Its chains; it demangles no names of D."""
    return demangle(chains(run("addr2line", "-a", "-i", "-f", "-C", "-e", program, cwd=folder, text=text).stdout), ("-s", "dlang"))


def ask_llvm(program, text, folder):
    """Its chains, demangled as addr2line does."""
    told = run("llvm-symbolizer", f"--obj={program}", "-a", "--inlines", "--no-demangle", cwd=folder, text=text).stdout
    return demangle(chains(re.sub(r":\d+$", "", told, flags=re.M)), ("-i",), ("-s", "dlang"))


def names_by_address(program):
    """Demangled name of a symbol -> all names at its address."""
    rows = [line.split(" ", 2) for line in run("nm", "-C", "--defined-only", program).stdout.splitlines()]
    at = collections.defaultdict(set)
    for address, _, name in rows:
        at[address].add(name)
    found = collections.defaultdict(set)
    for names in at.values():
        for name in names:
            found[name] |= names
    return found


def difference_of_names(ours, theirs, outermost, symbol, names):
    """Why a function is called otherwise. @outermost: it has the name of @symbol."""
    plain = re.sub(r"( \[clone |\.)[\w.]+\]?$", "", ours)
    if outermost and (plain == theirs or plain != ours and "::" + theirs.split("<")[0] + "<" in plain):
        return "clone"
    if outermost and theirs in names[ours]:
        return "folded"
    if ours.endswith(("::" + theirs, "." + theirs)):
        return "scope"
    if theirs in symbol:
        return "innermost"
    return "name"


def differences(ours, told, names):
    """The kinds of differences between two chains."""
    kinds = set()
    if len(ours) != len(told):
        return {"nothing" if len(told) == 1 and told[0][1:] == ("", 0) else "chain"}
    for level, ((function, file, line), theirs) in enumerate(zip(ours, told)):
        if function != theirs[0]:
            kinds.add(difference_of_names(function, theirs[0], level == len(ours) - 1, {ours[-1][0], told[-1][0]} if level == 0 < len(ours) - 1 else set(), names))
        if line != theirs[2]:
            kinds.add("nothing" if theirs[2] == 0 else "line")
        elif file != theirs[1]:
            kinds.add("symtab" if line == 0 and not file else "file")
    return kinds


def test(name, source, command, errors):
    tool = command.split()[0]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        program = folder / "program"
        if shutil.which(tool) is None:
            skip(name, f"there is no {tool}")
            return 0, 0
        built = subprocess.run(command.replace("$S", str(SOURCES / source)), shell=True, cwd=folder, env=os.environ | {"RUSTC_BOOTSTRAP": "1", **({"RUSTUP_HOME": RUSTUP} if os.path.isdir(RUSTUP) else {}), "GO111MODULE": "off", "GOCACHE": str(folder / "cache")}, capture_output=True, text=True)
        if built.returncode:
            skip(name, f"{tool} does not know these options")
            return 0, 0
        addresses, shift = addresses_of(program), shift_of(program)
        text = "".join(f"{a:#x}\n" for a in addresses)
        told = ask_addr2line(program, text, folder)
        llvm = ask_llvm(program, text, folder) if shutil.which("llvm-symbolizer") else {}
        result = run(DUMP, "program", program, "0", folder, text="".join(f"{a - shift:x}\n" for a in addresses))
        ours = {a + shift: chain for a, chain in chains(result.stdout[: result.stdout.rfind("report")]).items()}
        names = names_by_address(program)
        found, wrong, n_equal = collections.Counter(), [], 0
        for a in addresses:
            kinds = differences(ours.get(a, []), told.get(a, []), names)
            found.update(kinds)
            n_equal += not kinds
            unknown = kinds - errors.keys()
            if unknown or kinds - OF_NAMES and llvm and differences(ours.get(a, []), llvm.get(a, []), names) - OF_NAMES:
                wrong.append((hex(a), sorted(kinds), ours.get(a), told.get(a), llvm.get(a)))
        report = ", ".join(f"{kind} {n}" for kind, n in sorted(found.items()))
        ok(len(addresses) > 90 and not wrong, f"{name}: {len(addresses)} addresses, {n_equal} equal to addr2line's, known errors of it: {report or 'none'}", "\n".join(map(str, wrong[:2])) + f"\n{len(wrong)} in all" + result.stderr)
        most = {kind: errors[kind] * len(addresses) // 100 for kind in errors}
        ok(all(found[kind] <= most[kind] for kind in most), f"{name}: no more of them than are known", f"{report}; at most {most}")
        return len(addresses), n_equal


def test_stripped_go():
    """What go.names says, made before the program was stripped: the middle of each function. Symbols tell assembly's calling convention, and what stands in brackets."""
    program = TESTS / "fixtures" / "symbols" / "go.xz"
    rows = [line.split(" ", 2) for line in program.with_suffix(".names").read_text().splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "go"
        plain.write_bytes(lzma.decompress(program.read_bytes()))
        shift = shift_of(plain)
        wanted = {int(at, 16) + int(size) // 2: re.sub(r"\[.*\]", "[...]", name.removesuffix(".abi0")) for at, size, name in rows if int(size)}
        result = run(DUMP, "program", plain, "0", scratch, text="".join(f"{a - shift:x}\n" for a in wanted))
    got = {a + shift: chain[0][0] for a, chain in chains(result.stdout[: result.stdout.rfind("report")]).items() if chain}
    wrong = [(hex(a), got.get(a), name) for a, name in wanted.items() if got.get(a) != name]
    ok(len(wanted) > 700 and not wrong, f"Go, stripped: {len(wanted)} functions as go tool nm has them", f"{len(wrong)}: {wrong[:9]}")
    ok("report status 0" in result.stdout, "Go, stripped: that is all that can be had", result.stdout[-200:])


if not DUMP:
    skip("addr2line", "ASC_NAMES_DUMP is not set")
else:
    test_stripped_go()
    counts = [test(*program) for program in PROGRAMS]
    total, n_equal = map(sum, zip(*counts))
    # How much of split programs and of clang's addr2line reads is no matter of ours.
    n_read, n_read_equal = map(sum, zip(*(count for program, count in zip(PROGRAMS, counts) if "chain" not in program[3])))
    if total < 5000:
        skip("5,000 addresses", f"compilers are missing: {total} were compared")
    else:
        ok(n_read_equal * 100 > n_read * 75, f"{n_equal} of {total} chains are addr2line's, {n_read_equal} of {n_read} where it reads the program well; the others are the named ones of it")
