#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What functions are called, long, short and mangled: as nm and c++filt have them; functions of one name keep their own rows and sums."""
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from asc_made import write_samples
from asc_tap import TESTS, answer, equal, ok, run, skip

PROGRAMS = TESTS / "fixtures" / "programs"
METRIC = "cycles"
# What `c++filt -p` does not say: it keeps what stands in brackets.
SHORT = {
    "shapes::Grid<int, 3>::cell": "shapes::Grid<…>::cell",
    "shapes::Grid<int, 3>::draw": "shapes::Grid<…>::draw",
    "(anonymous namespace)::Hidden::operator()": "(anonymous namespace)::Hidden::operator()",
    "(anonymous namespace)::Hidden::operator<": "(anonymous namespace)::Hidden::operator<",
    "std::vector<unsigned long, std::allocator<unsigned long> >::_M_realloc_insert<unsigned long>": "std::vector<…>::_M_realloc_insert<…>",
}


def lines_of(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


def build(folder):
    program = folder / "shapes"
    subprocess.run(["c++", "-O1", "-no-pie", PROGRAMS / "shapes.cpp", PROGRAMS / "shapes2.cpp", "-pthread", "-o", program], check=True)
    symbols = [line.split() for line in lines_of("nm", program)]
    # One name an address: which of several is shown is another matter.
    at = Counter(s[0] for s in symbols if len(s) == 3)
    symbols = sorted((int(s[0], 16), s[2]) for s in symbols if len(s) == 3 and s[1] in "tTW" and s[2].startswith("_Z") and at[s[0]] == 1)
    segments = [line.split() for line in lines_of("readelf", "-lW", program) if line.split()[:1] == ["LOAD"] and "E" in line.split()[6:8]]
    delta = int(segments[0][2], 16) - int(segments[0][1], 16)
    return program, [(address - delta, name) for address, name in symbols]


def rows_of(style, *paths):
    options = (f"--names={style}",) if style else ()
    return [(row["name"], row["exclusive"][METRIC]) for row in answer("functions", *options, *paths)["rows"][1:]]


def check_styles(folder, program, symbols):
    """Each function's weight tells which it is."""
    weights = {name: 1000 + 7 * i for i, (_, name) in enumerate(symbols)}
    write_samples(folder / "all.data", program, [(offset, weights[name]) for offset, name in symbols])
    mangled = [name for _, name in symbols]
    long = dict(zip(mangled, lines_of("c++filt", "-i", text="\n".join(mangled))))
    bare = dict(zip(mangled, lines_of("c++filt", "-i", "-p", text="\n".join(mangled))))
    ok(len(mangled) > 20 and len([name for name in mangled if "local_work" in name]) == 2 and len([n for n in bare.values() if n == "burn"]) == 2, f"{len(mangled)} functions, with overloads and static ones of one name")
    wanted = lambda names: sorted((names[name], weights[name]) for name in mangled)
    equal(sorted(rows_of(None, folder / "all.data")), wanted(long), "long is the default")
    equal(sorted(rows_of("long", folder / "all.data")), wanted(long), "long, as c++filt prints them")
    equal(sorted(rows_of("mangled", folder / "all.data")), sorted((name, weights[name]) for name in mangled), "mangled, as nm prints them")
    got = {weight: name for name, weight in rows_of("short", folder / "all.data")}
    equal(sorted(got), sorted(weights.values()), "short: a row for each function, with its own weight")
    plain = [name for name in mangled if not set("<{(") & set(bare[name]) and "[clone" not in long[name]]
    equal([got[weights[name]] for name in plain], [bare[name] for name in plain], f"short: {len(plain)} of them as c++filt -p prints them")
    tabled = [name for name in mangled if bare[name] in SHORT]
    ok(len(tabled) >= 4, f"short: {len(tabled)} of them have a known form")
    equal([got[weights[name]] for name in tabled], [SHORT[bare[name]] for name in tabled], "short: arguments of templates are elided")
    equal(sorted(row["mangled"] for row in answer("functions", "--names=short", folder / "all.data")["rows"][1:]), sorted(mangled), "JSON has the mangled name too")
    return weights, long, bare


def check_named(folder, symbols, weights, long, bare):
    """A function is meant by its name of any style, whatever the style of the answer."""
    cell = next(name for _, name in symbols if "4cell" in name)
    for style in ("long", "short", "mangled"):
        for name in (cell, long[cell], bare[cell], SHORT[bare[cell]]):
            code = answer("disasm", name, f"--names={style}", folder / "all.data")["rows"][0]
            equal(sum(i["exclusive"][METRIC] for i in code["instructions"]), weights[cell], f"{style}: {name} is found")
    result = run("functions", "--names=tall", folder / "all.data")
    ok(result.returncode == 2 and result.stderr.count("\n") == 1, "another style is refused", result.stderr)


def check_two(folder, program, symbols, weights, bare):
    """Of two experiments with one overload each, the two are not one."""
    burns = [(offset, name) for offset, name in symbols if bare[name] == "burn"]
    for i, (offset, name) in enumerate(burns):
        write_samples(folder / f"{i}.data", program, [(offset, weights[name])])
    for style in ("long", "short", "mangled"):
        rows = rows_of(style, folder / "0.data", folder / "1.data", folder / "all.data")
        heavy = sorted(weight for _, weight in rows)[-2:]
        equal(heavy, sorted(2 * weights[name] for _, name in burns), f"{style}: overloads of several experiments stay apart")


def check_closures(folder, compiler, optimization):
    """A closure and a function within a function: called as where they are written, found at the line where they are. All instructions have a sample each."""
    program = folder / "closures"
    if shutil.which(compiler) is None:
        skip(f"{compiler} {optimization}", "there is no such compiler")
        return
    subprocess.run([compiler, optimization, "-g", PROGRAMS / "closures.cpp", "-o", program], check=True)
    code = [int(line.split(":")[0], 16) for line in lines_of("objdump", "-d", "--no-show-raw-insn", "-j", ".text", program) if line.startswith(" ")]
    write_samples(folder / "closures.data", program, [(address, 1) for address in code])
    rows = {row["name"]: row for row in answer("functions", folder / "closures.data")["rows"]}
    source = (PROGRAMS / "closures.cpp").read_text().splitlines()
    for mark, of in (("closure in a method", "shapes::Box::fill(int)::"), ("closure in main", "main::")):
        line = next(i for i, text in enumerate(source, 1) if text.endswith("// " + mark))
        found = {name: row for name, row in rows.items() if name.startswith(of) and "::operator()" in name}
        equal([(Path(row["file"] or "").name, row["line"]) for row in found.values()], [("closures.cpp", line)], f"{compiler} {optimization}: {mark}, named {', '.join(found)}")
    equal((rows["shapes::Box::fill(int)::Local::go(int)"]["line"]), next(i for i, text in enumerate(source, 1) if text.endswith("// local")), f"{compiler} {optimization}: local class")


def main():
    if shutil.which("c++") is None or shutil.which("c++filt") is None:
        skip("names", "needs a C++ compiler and binutils")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program, symbols = build(folder)
        weights, long, bare = check_styles(folder, program, symbols)
        check_named(folder, symbols, weights, long, bare)
        check_two(folder, program, symbols, weights, bare)
        for compiler in ("g++", "clang++"):
            for optimization in ("-O0", "-O2"):
                check_closures(folder, compiler, optimization)


main()
