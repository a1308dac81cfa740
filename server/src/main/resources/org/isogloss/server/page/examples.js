// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { collapse } from "./marks.js";

/** Numbers of characters of a useful example. */
const SHORTEST = 4;
const LONGEST = 120;

const QUESTION = /[?？؟;]\s*$/u;

const LETTERS = /\p{L}{2}/u;

/**
 * Returns an example of a query: a title of one of some documents, questions first, or the first
 * sentence of a document without a title.
 *
 * @param {Array<{title: string, passages: Array<{text: string}>}>} documents
 * @param {number} position which of several to prefer, so that those of several languages differ
 * @returns {string | undefined} undefined if none has one
 */
export function exampleOf(documents, position) {
  const texts = documents.map(({ title, passages }) => title || firstSentence(passages?.[0]?.text));
  const useful = texts
    .map(collapse)
    .filter((text) => text.length >= SHORTEST && text.length <= LONGEST && LETTERS.test(text));
  const questions = useful.filter((text) => QUESTION.test(text));
  const candidates = questions.length > 0 ? questions : [...new Set(useful)];
  return candidates[position % candidates.length];
}

function firstSentence(text = "") {
  const [first] = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text);
  return first?.segment ?? "";
}
