"""Makes test sets of translated interface messages, for languages that have no other parallel text.

    python performance/peers/catalogues.py LOCALES OUT [LANGUAGE ...]
    ./isogloss benchmark europarl-mates --data OUT --model MODEL

LOCALES is a folder as /usr/share/locale, with XX/LC_MESSAGES/*.mo. Of each language up to 500 messages
of five to thirty English words are taken that are translated, by a fixed draw; languages with fewer than
150 are left out. OUT/europarl-mates/xx-en.xx and .en then are translations line by line.
"""

import gettext
import pathlib
import random
import re
import sys


def plain(text):
    return re.sub(r"\s+", " ", text.replace("_", "")).strip()


def messages(folder):
    found = {}
    for file in sorted(folder.glob("LC_MESSAGES/*.mo")):
        try:
            with open(file, "rb") as opened:
                catalogue = gettext.GNUTranslations(opened)._catalog
        except (IndexError, ValueError) as error:  # a broken plural rule: the file is left out
            print(f"{file}: {error}", file=sys.stderr)
            continue
        for key, value in catalogue.items():
            if not isinstance(key, str) or not key or not value:
                continue
            english, other = plain(key.split("\x04")[-1]), plain(value)
            if 5 <= len(english.split()) <= 30 and "%" not in english and len(other) > 12 and other != english:
                found[english] = other
    return found


def main(locales, out, *languages):
    folder = pathlib.Path(out) / "europarl-mates"
    folder.mkdir(parents=True, exist_ok=True)
    for language in sorted(languages) or sorted(p.name for p in pathlib.Path(locales).iterdir()):
        if not re.fullmatch("[a-z]{2,3}", language) or language == "en":
            continue
        found = messages(pathlib.Path(locales) / language)
        # One message for each English and each translation, so that each has one mate.
        single = sorted({other: english for english, other in sorted(found.items())}.items())
        if len(single) < 150:
            continue
        random.Random(7).shuffle(single)
        for suffix, column in ((language, 0), ("en", 1)):
            lines = [pair[column] for pair in single[:500]]
            (folder / f"{language}-en.{suffix}").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{language}: {min(500, len(single))} messages")


if __name__ == "__main__":
    main(*sys.argv[1:])
