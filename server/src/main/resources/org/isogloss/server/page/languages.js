// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Names and directions of languages. */

import { interfaceLanguage, message } from "./messages.js";

const NAMES = new Intl.DisplayNames(interfaceLanguage, { type: "language", fallback: "code" });

/** Languages that a query can have, besides those of the index. */
const COMMON =
  "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it " +
  "ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt ro ru si sk sl sq sr sv sw ta " +
  "te th tl tr uk ur uz vi yo zh zu";

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/**
 * Returns the name of a language in the language of the page.
 *
 * @param {string} code a language tag
 */
export function languageName(code) {
  if (!code || code === "und") {
    return message("languages.unknown");
  }
  try {
    return NAMES.of(code);
  } catch {
    return code;
  }
}

/** Returns the name of a language in this language itself, or in that of the page. */
export function ownName(code) {
  try {
    return new Intl.DisplayNames(code, { type: "language", fallback: "code" }).of(code);
  } catch {
    return languageName(code);
  }
}

/** Returns the direction in which a language is written: "rtl" or "ltr". */
export function directionOf(code) {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(code).maximize().script) ? "rtl" : "ltr";
  } catch {
    return "ltr";
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
    { label: message("languages.indexed"), options: named(known) },
    { label: message("languages.others"), options: named(others) },
  ].filter(({ options }) => options.length > 0);
}

/** Returns languages with their names, in the order of the names. */
export function named(codes) {
  const options = codes.map((code) => [code, languageName(code)]);
  return options.sort((a, b) => a[1].localeCompare(b[1], interfaceLanguage));
}
