#!/usr/bin/env python3
"""Runs the second checker on many files at once, for the tests of the first.

Reads a line a file, its bytes in hexadecimal, a tab, and the options of its question; prints the
last line of each report.
"""

import functools
import sys

import check

question = functools.cache(lambda options: check.question(["-", *options.split()]))

for line in sys.stdin:
    data, _, options = line.rstrip("\n").partition("\t")
    print(check.verdict(bytes.fromhex(data), question(options))[0].replace("\n", " "))
