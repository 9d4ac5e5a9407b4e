#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-man.sh PAGE: groff finds nothing to complain about, and the page is not empty.
text=$(groff -man -Tutf8 -ww -z "$1" 2>&1)
[ -z "$text" ] || { echo "$text"; exit 1; }
[ "$(groff -man -Tutf8 "$1" | wc -l)" -gt 20 ]
