# SPDX-License-Identifier: GPL-3.0-or-later
"""A second, slow calculation of callers-callees by the definitions (docs/metrics.md), and its comparison with ascribe-cli.

Stacks come from folded text, or from `perf script`. A function is (name, load object's base name)."""
import os
import re
import subprocess
from collections import Counter, defaultdict

TOTAL = ("<Total>", None)
NO_NAME = re.compile(r"^(\[unknown\]|<unknown>|<static>@.*|(\*ABS\*\+0x[0-9a-f]+)?@plt)$")


class Figures:
    """total, exclusive, inclusive: function -> weight; callers, callees: function -> other end -> weight."""

    def __init__(self, samples):
        """samples: pairs of a stack (leaf first) and a weight."""
        self.exclusive, self.inclusive = Counter(), Counter()
        self.callers, self.callees = defaultdict(Counter), defaultdict(Counter)
        self.total = 0
        for stack, weight in samples:
            self.add(stack or [("<no call stack recorded>", None)], weight)

    def add(self, stack, weight):
        self.total += weight
        self.exclusive[stack[0]] += weight
        innermost = {}
        for depth, function in enumerate(stack):
            innermost.setdefault(function, depth)
        for function, depth in innermost.items():
            self.inclusive[function] += weight
            self.callers[function][stack[depth + 1] if depth + 1 < len(stack) else TOTAL] += weight
            if depth > 0:
                self.callees[function][stack[depth - 1]] += weight


def from_folded(path):
    samples = []
    for line in path.read_text().splitlines():
        stack, _, weight = line.rpartition(" ")
        samples.append(([(name, None) for name in reversed(stack.split(";"))], int(weight)))
    return Figures(samples)


SAMPLE = re.compile(r"\s\d+\s+[\d.]+:\s+(\d+)\s+(\S.*?):\s*(?:([0-9a-f]+) (.*) \((.*)\))?\s*$")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \((.*)\)$")


def _function(symbol, dso, is_call):
    # perf looks a return address up as it is: at offset 0 it is that of a call at the very end of the function before
    if is_call and symbol.endswith("+0x0"):
        return "[unknown]", None
    return re.sub(r"\+0x[0-9a-f]+$", "", symbol), dso if dso.startswith("[") else os.path.basename(dso)


def perf_samples(path, env=None, symfs=None):
    """(event, stack, weight) of each sample; the stack is leaf first."""
    command = ["perf", "script", "-i", path, "--no-inline", "--max-stack", "65535", "-F", "comm,tid,time,event,period,ip,sym,symoff,dso"]
    command += ["--symfs", symfs] if symfs else []
    text = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env).stdout
    samples = []
    for line in text.split("\n"):
        head = SAMPLE.search(line) if line[:1] not in ("\t", "") else None
        frame = None if head else FRAME.match(line)
        if head:
            samples.append((head[2], [], int(head[1])))
            if head[4]:
                samples[-1][1].append(_function(head[4], head[5], False))
        elif frame and samples:
            samples[-1][1].append(_function(frame[2], frame[3], bool(samples[-1][1])))
    return samples


def from_perf(path, event=None, env=None):
    """Of one event, or of all together."""
    return Figures((stack, weight) for name, stack, weight in perf_samples(path, env) if event in (None, name))


def _kernel_names():
    """Of the kernel's symbols at one address perf takes another than we do: all of them are the first."""
    names = defaultdict(list)
    try:
        for line in open("/proc/kallsyms"):
            address, kind, name = line.split()[:3]
            if kind in "tTwW" and address.strip("0"):
                names[address].append(name)
    except OSError:
        pass
    return {name: same[0] for same in names.values() if len(same) > 1 for name in same}


_same_name = None


def plain(name):
    """A name without what perf and we write differently: parameters, return type, symbol version, clone marks."""
    global _same_name
    if _same_name is None:
        _same_name = _kernel_names()
    text = re.sub(r" \[clone [^]]*\]", "", name)
    text = re.sub(r"@@?[A-Z][\w.]*$", "", text)
    text = text.replace("(anonymous namespace)", "{anonymous}").replace("operator()", "operator{}")
    text = re.sub(r"operator(<=>|<<=|>>=|<<|>>|<=|>=|->\*|->|<|>)", lambda match: "operator{%d}" % len(match[1]), text)
    depth, start, end = 0, 0, len(text)
    for i, letter in enumerate(text):
        if letter == "(" and depth == 0 and i > 0:
            end = i
            break
        if letter == " " and depth == 0 and not text[:i].endswith("operator"):
            start = i + 1
        depth += (letter in "<([{") - (letter in ">)]}")
    text = text[start:end] or text
    return _same_name.get(text, text)


def _product_rows(answer):
    rows = defaultdict(list)
    for row in answer["rows"]:
        rows[plain(row["name"]), row["object"]].append(row)
        if row["object"] is not None:
            rows[plain(row["name"]), None].append(row)
    return rows


def _arcs(ends):
    """(name, weight) pairs -> sums by plain name; what has no name apart."""
    sums, nameless = Counter(), 0
    for name, weight in ends:
        if NO_NAME.match(name):
            nameless += weight
        else:
            sums[plain(name)] += weight
    return +sums, nameless


def differences(figures, answer):
    """What the answer of `callers-callees --format=json` has otherwise than @figures: a list of lines.

    Rows of one name and object (static functions of two files) are one for perf: their exclusive values add up, the
    inclusive one lies between the largest and the sum. Functions without a name in perf are left out."""
    metric = next((m["id"] for m in answer["metrics"] if m["total"] == figures.total), None)
    if metric is None:
        return [f"no metric has the total {figures.total}: {answer['metrics']}"]
    found, wrong = _product_rows(answer), []
    for function, inclusive in figures.inclusive.items():
        name, dso = function
        if NO_NAME.match(name):
            continue
        rows = found.get((plain(name), dso)) or found.get((plain(name), None)) or []
        exclusive = sum(row["exclusive"][metric] for row in rows)
        values = [row["inclusive"][metric] for row in rows]
        if exclusive != figures.exclusive[function]:
            wrong.append(f"{function}: exclusive {exclusive}, should be {figures.exclusive[function]}")
        if not max(values, default=0) <= inclusive <= sum(values):
            wrong.append(f"{function}: inclusive {values}, should be {inclusive}")
        if len(rows) != 1:
            continue
        for side, ends in (("callers", figures.callers[function]), ("callees", figures.callees[function])):
            wanted, nameless = _arcs((end[0], weight) for end, weight in ends.items())
            got, _ = _arcs((arc["name"], arc["attributed"][metric]) for arc in rows[0][side])
            wrong += [f"{function}: {side} {end}: {got[end]}, should be {weight}" for end, weight in wanted.items() if got[end] != weight]
            if sum(weight for end, weight in got.items() if end not in wanted) > nameless:
                wrong.append(f"{function}: {side} {sorted(set(got) - set(wanted))} that perf does not have")
    return wrong


def equations(answer):
    """Callers add up to inclusive; exclusive and callees add up to inclusive: what breaks this."""
    wrong = []
    for row in answer["rows"][1:]:
        for metric, inclusive in row["inclusive"].items():
            above = sum(arc["attributed"][metric] for arc in row["callers"])
            below = row["exclusive"][metric] + sum(arc["attributed"][metric] for arc in row["callees"])
            if (above, below) != (inclusive, inclusive):
                wrong.append(f"{row['name']}, {metric}: callers {above}, exclusive and callees {below}, inclusive {inclusive}")
    return wrong
