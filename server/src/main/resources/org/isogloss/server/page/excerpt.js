// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { collapse } from "./marks.js";

/** Maximum number of characters of the beginning of a text that stands for its title. */
const BEGINNING = 80;

/** Returns the beginning of a text, cut before a word if its words are separated by blanks. */
export function beginningOf(text) {
  const characters = [...collapse(text)];
  if (characters.length <= BEGINNING) {
    return characters.join("");
  }
  const cut = characters.slice(0, BEGINNING).join("");
  const blank = cut.lastIndexOf(" ");
  return `${blank > 0 ? cut.slice(0, blank) : cut}…`;
}
