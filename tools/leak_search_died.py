#!/usr/bin/env python3
"""Names the tests of meson's log (JSON, a line each) that failed because the search for leaks itself died. Exit status 1
where another test failed, or none did."""
import json
import sys

DIED = "LeakSanitizer has encountered a fatal error"
FAULTS = ("ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "runtime error:")
names = []
for line in open(sys.argv[1]):
    test = json.loads(line)
    if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
        continue
    said = (test.get("stdout") or "") + (test.get("stderr") or "")
    if DIED not in said or any(fault in said for fault in FAULTS):
        sys.exit(1)
    names.append(test["name"].split(" / ")[-1])
print(" ".join(names))
sys.exit(0 if names else 1)
