#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate-folded NODES FUNCTIONS OUT: folded stacks with so many distinct paths of so many functions, wide and deep; the same each time."""
import random
import sys

nodes, functions, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
chance = random.Random(1)
with open(out, "w") as text:
    made, stack, below = 0, [], []  # below: the names that the children of each open node have already
    while made < nodes:
        # up some levels, then down a new path: most are short, some are long
        del stack[max(min(len(stack), 2), len(stack) - int(chance.expovariate(0.35))):]
        del below[len(stack) + 1:]
        while len(below) <= len(stack):
            below.append(set())
        for _ in range(1 + int(chance.expovariate(0.4))):
            if len(stack) >= 48 or made >= nodes:
                del stack[12:]
                del below[13:]
                break
            name = chance.randrange(functions)
            while name in below[len(stack)]:
                name = chance.randrange(functions)
            below[len(stack)].add(name)
            stack.append(f"f{name}")
            below.append(set())
            made += 1
        text.write(f"{';'.join(stack)} {1 + int(chance.paretovariate(1.2))}\n")
