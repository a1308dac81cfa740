// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * The lines and translations of a concordance.
 *
 * @typedef {Object} State what the address of the page says
 * @property {string} words
 * @property {string} corpus empty for the first one
 * @property {string} language of the words; empty for the first one in which they occur
 * @property {string} sort the order of the lines
 */

import { element } from "./dom.js";
import { directionOf, languageName } from "./languages.js";
import { mark, toRanges } from "./marks.js";
import { message } from "./messages.js";
import { formatCount, formatRate, formatShare } from "./numbers.js";

const SORTS = ["corpus", "before", "after", "translation"];

/**
 * @param {string} query a query string
 * @returns {State}
 */
export function parse(query) {
  const parameters = new URLSearchParams(query);
  const sort = parameters.get("sort");
  return {
    words: parameters.get("words") ?? "",
    corpus: parameters.get("corpus") ?? "",
    language: parameters.get("language") ?? "",
    sort: SORTS.includes(sort) ? sort : "corpus",
  };
}

/** @param {State} state */
export function address(state) {
  const { sort, ...rest } = state;
  const given = Object.entries({ ...rest, sort: sort === "corpus" ? "" : sort }).filter(
    ([, value]) => value,
  );
  return `?${new URLSearchParams(given)}`;
}

/** What the page shows without words, or without a corpus. */
export const welcome = (corpus) =>
  corpus
    ? element("section", { class: "message" }, element("p", {}, message("concordance.welcome")))
    : element(
        "section",
        { class: "message error", role: "alert" },
        element("h2", {}, message("concordance.noCorpus")),
      );

/** How often the words occur, as text. */
export const summaryOf = ({ occurrences, pairs, per_million: rate }) =>
  [
    message("concordance.found", {
      occurrences: message("count.occurrences", { count: occurrences }),
      pairs: message("count.pairs", { count: pairs }),
    }),
    ...(occurrences > 0 ? [message("concordance.perMillion", { rate: formatRate(rate) })] : []),
  ].join(" · ");

/**
 * Returns the sentences in which the words occur, beside their translations.
 *
 * @param {Object} found as the API has it
 * @param {State} state
 * @returns {Node[]}
 */
export function showLines(found, state) {
  const { language, translation_language: other, lines, occurrences, aligned } = found;
  const heading = element("h2", {}, element("bdi", { lang: language }, found.words));
  const summary = element("p", { class: "quiet" }, summaryOf(found));
  if (occurrences === 0) {
    return [heading, summary, element("p", { class: "notice" }, message("concordance.none"))];
  }
  const sample =
    aligned < occurrences
      ? [element("p", { class: "notice sample" }, message("concordance.sample", { count: aligned }))]
      : [];
  return [
    heading,
    summary,
    ...sample,
    element("p", { class: "quiet" }, message("concordance.click")),
    element(
      "table",
      { class: "lines" },
      element(
        "thead",
        {},
        element("tr", {}, ...[language, other].map((code) => column(languageName(code)))),
      ),
      element(
        "tbody",
        {},
        ...lines.map(({ source, match, target, counterparts }) =>
          element(
            "tr",
            {},
            cell(source, [match], language, "match", state),
            cell(target, counterparts, other, "meaning", state),
          ),
        ),
      ),
    ),
  ];
}

const column = (name) => element("th", { scope: "col" }, name);

function cell(text, highlights, language, kind, state) {
  const linked = (piece) => wordLinks(piece, language, state, false);
  return element(
    "td",
    { lang: language, dir: directionOf(language) },
    ...mark(text, toRanges(highlights), (piece) =>
      element("mark", { class: kind }, ...wordLinks(piece, language, state, true)),
    ).flatMap((piece) => (typeof piece === "string" ? linked(piece) : [piece])),
  );
}

/**
 * Returns a text whose words are links to their concordances. Only those that are reachable are in
 * the order of the tab key, which would stop at every word otherwise.
 */
function wordLinks(text, language, state, reachable) {
  const words = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  return [...words].map(({ segment, isWordLike }) =>
    isWordLike ? wordLink(segment, language, state, reachable) : segment,
  );
}

const wordLink = (words, language, state, reachable = true) =>
  element(
    "a",
    {
      class: "word",
      href: address({ ...state, words, language }),
      tabindex: reachable ? undefined : "-1",
    },
    words,
  );

/**
 * Returns the translations of the words with their counts.
 *
 * @param {Object} found as the API has it
 * @param {State} state
 * @returns {Node[]}
 */
export function showTranslations(found, state) {
  const { translations, distinct_translations: distinct, not_aligned: unaligned, aligned } = found;
  if (aligned === 0) {
    return [];
  }
  const language = found.translation_language;
  const rest = distinct - translations.length;
  return [
    element(
      "table",
      { class: "translations" },
      element("caption", {}, message("concordance.translations")),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          column(languageName(language)),
          column(message("concordance.count")),
          column(message("concordance.share")),
        ),
      ),
      element(
        "tbody",
        {},
        ...translations.map(({ words, count }) =>
          counted(
            element(
              "bdi",
              { lang: language },
              // Words with others between them occur nowhere in a row.
              words.includes("...") ? words : wordLink(words, language, state),
            ),
            count,
            aligned,
          ),
        ),
        ...(unaligned > 0
          ? [counted(message("concordance.unaligned"), unaligned, aligned)]
          : []),
      ),
    ),
    ...(rest > 0
      ? [element("p", { class: "quiet" }, message("concordance.more", { count: rest }))]
      : []),
  ];
}

const counted = (name, count, all) =>
  element(
    "tr",
    {},
    element("td", {}, name),
    element("td", {}, formatCount(count)),
    element("td", {}, formatShare(count / all)),
  );
