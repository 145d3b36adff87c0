#!/usr/bin/env python3
# Writes forms.txt: every character that Unicode calls another form of a letter or digit of ASCII (its
# compatibility decomposition, with the dots and bars of enclosed and accented ones left out).
import sys
import unicodedata

print("# Made by forms.py from Unicode %s: a character, and the ASCII that it is a form of." % unicodedata.unidata_version)
for code in range(0x80, sys.maxunicode + 1):
    plain = unicodedata.normalize("NFKD", chr(code))
    if unicodedata.decomposition(chr(code)).startswith("<") and plain.isascii() and plain.isalnum():
        print("%X %s" % (code, plain))
