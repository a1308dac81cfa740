// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The answers to a question, above the hits. */

import { element, foreign } from "./dom.js";
import { beginningOf } from "./excerpt.js";
import { directionOf, languageName } from "./languages.js";
import { mark } from "./marks.js";
import { message } from "./messages.js";
import { probabilityMeter } from "./probability.js";
import { format } from "./state.js";
import { versionLinks } from "./versions.js";

/** Maximum number of other sources that an answer names. */
const SOURCES = 5;

/**
 * Shows the answers of a response.
 *
 * @param {Object} response a response of the API
 * @param {import("./state.js").State} state the state whose search it answers
 * @returns {{nodes: Node[], summary: string[]}} nothing without answers; the summary is for screen
 *     readers
 */
export function showAnswers({ answers = [], nothing_surely_answers: unsure }, state) {
  if (answers.length === 0) {
    return { nodes: [], summary: [] };
  }
  const section = element(
    "section",
    { class: "answers", "aria-labelledby": "answers-title" },
    element("h2", { id: "answers-title" }, message("answers.title", { count: answers.length })),
    ...(unsure ? [element("p", { class: "quiet" }, message("answers.unsure"))] : []),
    element("ol", {}, ...answers.map((answer, i) => answerItem(answer, i, state))),
  );
  const best = unsure
    ? message("answers.unsure")
    : message("answers.best", { answer: answers[0].text });
  return {
    nodes: [section],
    summary: [message("answers.count", { count: answers.length }), best],
  };
}

function answerItem({ text, probability, sources: [source, ...others] }, position, state) {
  const id = `answer-${position + 1}`;
  return element(
    "li",
    { class: "answer", id, dir: directionOf(source.language) },
    element(
      "article",
      { "aria-labelledby": `${id}-title` },
      element(
        "h3",
        {},
        element(
          "a",
          { class: "title", href: format({ ...state, document: source.id }) },
          foreign("span", source.language, { id: `${id}-title` }, text),
        ),
      ),
      sentence(source),
      element(
        "p",
        { class: "facts" },
        element("span", { class: "language" }, languageName(source.language)),
        probabilityMeter(probability, message("answers.compared"), message("answers.compared")),
        foreign(
          "span",
          source.language,
          { class: "source" },
          source.title || beginningOf(source.sentence.text),
        ),
      ),
      ...(others.length > 0 ? [otherSources(others, state)] : []),
    ),
  );
}

/** The sentence of an answer, with the answer marked. */
function sentence({ language, start, end, sentence: { start: origin, text } }) {
  const range = { start: start - origin, end: end - origin };
  return foreign(
    "p",
    language,
    { class: "snippet" },
    ...mark(text, [range], (piece) => element("mark", {}, piece)),
  );
}

/** Links to the documents that have the same answer. */
function otherSources(sources, state) {
  const documents = [...new Map(sources.map((source) => [source.id, source])).values()];
  return versionLinks(documents.slice(0, SOURCES), state, documents.length - SOURCES);
}

/**
 * Returns the positions of the answers in a passage.
 *
 * @param {Object[]} answers
 * @param {string} id of the document
 * @param {number} passage number of the passage
 * @returns {import("./marks.js").Range[]}
 */
export const answersIn = (answers, id, passage) =>
  answers
    .flatMap(({ sources }) => sources)
    .filter((source) => source.id === id && source.passage === passage)
    .map(({ start, end }) => ({ start, end }));
