// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Names of languages. */

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** Languages that a query can have, besides those of the index. */
const COMMON =
  "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it " +
  "ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt ro ru si sk sl sq sr sv sw ta " +
  "te th tl tr uk ur uz vi yo zh zu";

/**
 * Returns the English name of a language.
 *
 * @param {string} code a language tag
 */
export function languageName(code) {
  if (!code || code === "und") {
    return "Unknown language";
  }
  try {
    return NAMES.of(code);
  } catch {
    return code;
  }
}

/** Returns the name of a language in this language itself, or the English name. */
export function ownName(code) {
  try {
    return new Intl.DisplayNames(code, { type: "language", fallback: "code" }).of(code);
  } catch {
    return languageName(code);
  }
}

/**
 * Returns the choices of a language, those of the index first.
 *
 * @param {string[]} indexed languages of the index
 * @returns {Array<{label: string, options: Array<[string, string]>}>}
 */
export function languageChoices(indexed) {
  const known = indexed.filter((code) => code !== "und");
  const others = COMMON.split(" ").filter((code) => !known.includes(code));
  return [
    { label: "In this index", options: named(known) },
    { label: "Other languages", options: named(others) },
  ].filter(({ options }) => options.length > 0);
}

/** Returns languages with their names, in the order of the names. */
export function named(codes) {
  const options = codes.map((code) => [code, languageName(code)]);
  return options.sort((a, b) => a[1].localeCompare(b[1], "en"));
}
