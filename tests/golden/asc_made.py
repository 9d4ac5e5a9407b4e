# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings written by hand: samples at given addresses of a program. Source of the format: Linux, tools/perf/Documentation/perf.data-file-format.txt, perf_event_open(2)."""
import struct

PID = 100
BASE = 0x7F0000000000
IP_TID_TIME_PERIOD = 1 | 2 | 4 | 256


def _record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def _text(text):
    data = str(text).encode() + b"\0"
    return data + bytes(-len(data) % 8)


def write_samples(path, program, samples, extra_type=0, branch_type=0, build_id=b""):
    """@samples: of the file's offset, or of a made-up address where it is above 2**32, the period and the bytes that @extra_type adds behind them; one after the other in time. @program is mapped whole at BASE; @build_id: its own, or none is recorded."""
    trailer = lambda time: struct.pack("<IIQ", PID, PID, time)
    size = program.stat().st_size
    data = _record(3, 0, struct.pack("<II", PID, PID) + _text("made") + trailer(1))
    # PERF_RECORD_MISC_MMAP_BUILD_ID
    identity = struct.pack("<BBH20s", len(build_id), 0, 0, build_id) if build_id else struct.pack("<IIQQ", 8, 1, 1, 0)
    data += _record(10, 2 | (1 << 14 if build_id else 0), struct.pack("<IIQQQ", PID, PID, BASE, (size + 4095) & ~4095, 0) + identity + struct.pack("<II", 5, 2) + _text(program) + trailer(2))
    for time, (at, period, *extra) in enumerate(samples, 1000):
        data += _record(9, 2, struct.pack("<QIIQQ", at if at >> 32 else BASE + at, PID, PID, time, period) + b"".join(extra))
    # mmap, comm, sample_id_all, exclude_guest, mmap2
    flags = 1 << 8 | 1 << 9 | 1 << 18 | 1 << 20 | 1 << 23
    attr = struct.pack("<IIQQQQQ", 0, 128, 0, 1000, IP_TID_TIME_PERIOD | extra_type, 0, flags) + struct.pack("<IIQQQ", 0, 0, 0, 0, branch_type)
    attr += bytes(128 - len(attr)) + struct.pack("<QQ", 0, 0)
    header = b"PERFILE2" + struct.pack("<QQQQQQQQ", 104, len(attr), 104, len(attr), 104 + len(attr), len(data), 0, 0) + bytes(32)
    path.write_bytes(header + attr + data)
