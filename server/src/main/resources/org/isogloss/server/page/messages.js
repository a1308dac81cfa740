// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** What the page shows instead of hits. */

import { element, foreign, formatAmount } from "./dom.js";
import { languageName } from "./languages.js";
import { DEFAULTS, filterCount, format, ofIndex, withoutFilters } from "./state.js";

/** A word that occurs in most collections, as an example of a query. */
const WATER = {
  ar: "ماء",
  bn: "জল",
  cs: "voda",
  de: "Wasser",
  el: "νερό",
  en: "water",
  es: "agua",
  fa: "آب",
  fi: "vesi",
  fr: "eau",
  he: "מים",
  hi: "पानी",
  hu: "víz",
  id: "air",
  it: "acqua",
  ja: "水",
  ko: "물",
  nl: "water",
  pl: "woda",
  pt: "água",
  ro: "apă",
  ru: "вода",
  sv: "vatten",
  sw: "maji",
  th: "น้ำ",
  tr: "su",
  uk: "вода",
  vi: "nước",
  zh: "水",
};

/** Maximum number of examples. */
const EXAMPLES = 12;

/** What an index of a model can do. */
const ACROSS_LANGUAGES = {
  promise: "Ask in your language, find texts in every language",
  hints: [
    "Questions and whole sentences work as well as words, names and numbers.",
    "A question can be in a language that the index does not have.",
    "Each hit explains itself: which words match, across languages, and where.",
  ],
};

/** What an index without vectors can do. */
const WORDS_ONLY = {
  promise: "Find texts by their words",
  hints: [
    "A word is found in texts that have it, in any of their languages.",
    "Each hit explains itself: which words match.",
  ],
};

/** The start page: what the index holds, and how to search it. */
export function welcome(index) {
  const { promise, hints } = index.model ? ACROSS_LANGUAGES : WORDS_ONLY;
  const codes = Object.keys(index.languages)
    .filter((code) => Object.hasOwn(WATER, code))
    .slice(0, EXAMPLES);
  return element(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-title" },
    element("h2", { id: "welcome-title" }, promise),
    element("p", { class: "lead" }, size(index)),
    ...(codes.length > 0
      ? [
          element("p", { class: "quiet" }, "For example, search for the same word:"),
          element(
            "ul",
            { class: "examples" },
            ...codes.map((code) => element("li", {}, example(code, index))),
          ),
        ]
      : []),
    element("ul", { class: "hints" }, ...hints.map((hint) => element("li", {}, hint))),
  );
}

function size({ documents, passages, languages }) {
  const count = formatAmount(Object.keys(languages).length, "language");
  const all = `${formatAmount(documents, "document")} in ${count}`;
  return passages === documents ? all : `${all}, divided into ${formatAmount(passages, "passage")}`;
}

function example(code, index) {
  const state = { ...DEFAULTS, index: index.name, query: WATER[code], queryLanguage: code };
  return foreign("a", code, { href: format(state), title: languageName(code) }, WATER[code]);
}

/** An index that the server does not have. */
export function noSuchIndex(state, indexes) {
  return element(
    "section",
    { class: "message error", role: "alert" },
    element("h2", {}, indexes.length === 0 ? "This server has no index" : "There is no such index"),
    element(
      "p",
      {},
      ...(state.index ? ["The address names ", element("bdi", {}, state.index), "."] : []),
    ),
    element(
      "p",
      { class: "buttons" },
      ...indexes.map(({ name }) =>
        element(
          "a",
          { class: "button", href: format(ofIndex(state, name)) },
          "Search in ",
          element("bdi", {}, name),
        ),
      ),
    ),
  );
}

/** How a query with operators was read, and how to search for all of its characters. */
export const conditionsOfQuery = ({ query, conditions }, state) =>
  element(
    "p",
    { class: "notice" },
    "Searched for ",
    foreign("q", state.queryLanguage, {}, query),
    " in documents that meet ",
    element("code", { dir: "auto" }, conditions),
    ". ",
    element("a", { href: format(asText(state)) }, "Search for all characters as text"),
  );

/** The query with words of the index for those that are probably misspelt. */
export const didYouMean = ({ suggestion }, state) =>
  element(
    "p",
    { class: "notice" },
    "Did you mean ",
    foreign(
      "a",
      state.queryLanguage,
      { href: format({ ...state, query: suggestion, page: 1, why: [] }) },
      suggestion,
    ),
    "?",
  );

const asText = (state) => ({ ...state, literal: true, page: 1, why: [] });

/** No hit at all. */
export function nothingFound(state, { conditions, suggestion }) {
  const ways = [
    ...(suggestion
      ? [[`Search for ${suggestion}`, { ...state, query: suggestion, page: 1, why: [] }]]
      : []),
    ...(conditions ? [["Search for all characters as text", asText(state)]] : []),
    ...(state.languages.length > 0
      ? [["Search in all languages", { ...state, languages: [], page: 1 }]]
      : []),
    ...(filterCount(state) > 0 ? [["Search without filters", withoutFilters(state)]] : []),
    ...(state.page > 1 ? [["Go to the first page", { ...state, page: 1 }]] : []),
  ];
  return element(
    "section",
    { class: "message" },
    element("h2", {}, "Nothing found"),
    element(
      "p",
      {},
      "No document matches ",
      foreign("q", state.queryLanguage, {}, state.query),
      ways.length > 0 ? " with these settings." : ". Try other words, or a whole question.",
    ),
    element(
      "p",
      { class: "buttons" },
      ...ways.map(([text, other]) => element("a", { class: "button", href: format(other) }, text)),
    ),
  );
}

/** Hits, none of which is a probable answer. */
export const nothingSurelyFits = () =>
  element(
    "p",
    { class: "notice" },
    element("strong", {}, "Nothing in this index is a confident match."),
    " These passages are the nearest ones.",
  );

/** Titles of errors that need a better one than the name of their status. */
const TITLES = { 400: "This search is not valid", 429: "Too many requests" };

/**
 * An error.
 *
 * @param {import("./api.js").ApiError} error
 * @param {function()} retry is called if the user tries again
 */
export function failure(error, retry) {
  const { status, title, message, retryAfter, requestId } = error;
  const wait =
    retryAfter === undefined ? "" : `Try again in ${formatAmount(retryAfter, "second")}.`;
  return element(
    "section",
    { class: "message error", role: "alert" },
    element("h2", {}, TITLES[status] ?? title),
    element("p", { dir: "auto" }, message),
    ...(wait ? [element("p", {}, wait)] : []),
    ...(status === 400
      ? []
      : [
          element(
            "p",
            { class: "buttons" },
            element("button", { type: "button", onclick: retry }, "Try again"),
          ),
        ]),
    ...(requestId
      ? [element("p", { class: "quiet" }, "Request ", element("bdi", {}, requestId))]
      : []),
  );
}
