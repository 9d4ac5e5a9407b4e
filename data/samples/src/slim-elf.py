#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""slim-elf.py ELF DEBUG-OR-ELF NAMES OUT: a small stand-in for a library, good for naming addresses and nothing else.

OUT keeps ELF's file and program headers and its build-id, the headers of its sections (without content), and of the symbols of
DEBUG-OR-ELF those that lie at the same address as one of the names (lines of the file NAMES). 64-bit little-endian only.
"""
import struct
import sys

SHT_SYMTAB, SHT_STRTAB, SHT_NOTE, SHT_NOBITS, SHT_DYNSYM = 2, 3, 7, 8, 11
SHF_ALLOC = 2


class Elf:
    def __init__(self, path):
        self.data = open(path, "rb").read()
        assert self.data[:6] == b"\x7fELF\x02\x01", f"{path}: not a 64-bit little-endian ELF file"
        self.shoff, = struct.unpack_from("<Q", self.data, 0x28)
        entsize, count, strndx = struct.unpack_from("<HHH", self.data, 0x3A)
        self.sections = [list(struct.unpack_from("<IIQQQQIIQQ", self.data, self.shoff + i * entsize)) for i in range(count)]
        names = self.content(self.sections[strndx])
        self.names = [names[s[0]:names.index(b"\0", s[0])] for s in self.sections]

    def content(self, section):
        return self.data[section[4]:section[4] + section[5]]

    def symbols(self):
        """(name, info, other, section, value, size) of .symtab, or of .dynsym."""
        tables = [s for s in self.sections if s[1] == SHT_SYMTAB] or [s for s in self.sections if s[1] == SHT_DYNSYM]
        strings = self.content(self.sections[tables[0][6]])
        for name, info, other, shndx, value, size in struct.iter_unpack("<IBBHQQ", self.content(tables[0])):
            yield strings[name:strings.index(b"\0", name)], info, other, shndx, value, size


def main(elf_path, symbols_path, names_path, out_path):
    elf, other = Elf(elf_path), Elf(symbols_path)
    wanted = set(open(names_path, "rb").read().split(b"\n"))
    symbols = [s for s in other.symbols() if 0 < s[3] < 0xFF00]
    addresses = {s[4] for s in symbols if s[0].split(b"@")[0] in wanted}
    symbols = sorted((s for s in symbols if s[4] in addresses), key=lambda s: (s[1] >> 4 != 0, s[4], s[0]))

    kept = [i for i, s in enumerate(elf.sections) if i == 0 or s[2] & SHF_ALLOC]
    number = {elf.names[i]: n for n, i in enumerate(kept)}
    note = next(s for i, s in enumerate(elf.sections) if elf.names[i] == b".note.gnu.build-id")
    out = bytearray(elf.data[:note[4] + note[5]])

    def put(content):
        out.extend(b"\0" * (-len(out) % 8))
        at = len(out)
        out.extend(content)
        return at

    strings, table = bytearray(b"\0"), bytearray(24)
    n_local = 1
    for name, info, st_other, shndx, value, size in symbols:
        n_local += info >> 4 == 0
        table += struct.pack("<IBBHQQ", len(strings), info, st_other, number[other.names[shndx]], value, size)
        strings += name + b"\0"
    section_names, headers = bytearray(b"\0"), [bytes(64)]

    def header(name, kind, flags, addr, offset, size, link=0, info=0, align=1, entsize=0):
        headers.append(struct.pack("<IIQQQQIIQQ", len(section_names), kind, flags, addr, offset, size, link, info, align, entsize))
        section_names.extend(name + b"\0")

    for i in kept[1:]:
        s = elf.sections[i]
        kind = SHT_NOTE if s is note else SHT_NOBITS
        header(elf.names[i], kind, s[2], s[3], s[4], s[5], align=s[8])
    n = len(headers)
    header(b".symtab", SHT_SYMTAB, 0, 0, put(table), len(table), n + 1, n_local, 8, 24)
    header(b".strtab", SHT_STRTAB, 0, 0, put(strings), len(strings))
    header(b".shstrtab", SHT_STRTAB, 0, 0, 0, 0)
    at = put(section_names)
    headers[-1] = headers[-1][:24] + struct.pack("<QQ", at, len(section_names)) + headers[-1][40:]
    struct.pack_into("<Q", out, 0x28, put(b"".join(headers)))
    struct.pack_into("<HH", out, 0x3C, len(headers), n + 2)
    open(out_path, "wb").write(out)


main(*sys.argv[1:])
