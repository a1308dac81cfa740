// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** What the page shows above hits, or instead of them. */

import { element, foreign } from "./dom.js";
import { languageName } from "./languages.js";
import { listParts, message, messageParts } from "./messages.js";
import { formatCount } from "./numbers.js";
import { filterCount, format, ofIndex, withoutFilters } from "./state.js";

/** An index that the server does not have. */
export function noSuchIndex(state, indexes) {
  return element(
    "section",
    { class: "message error", role: "alert" },
    element("h2", {}, message(indexes.length === 0 ? "error.noIndexes" : "error.noIndex")),
    element(
      "p",
      {},
      ...(state.index
        ? messageParts("error.named", { name: element("bdi", {}, state.index) })
        : []),
    ),
    element(
      "p",
      { class: "buttons" },
      ...indexes.map(({ name }) =>
        element(
          "a",
          { class: "button", href: format(ofIndex(state, name)) },
          ...messageParts("error.searchIn", { name: element("bdi", {}, name) }),
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
    ...messageParts("results.conditions", {
      query: foreign("q", state.queryLanguage, {}, query),
      conditions: element("code", { dir: "auto" }, conditions),
    }),
    " ",
    element("a", { href: format(asText(state)) }, message("results.asText")),
  );

/** The query with words of the index for those that are probably misspelt. */
export const didYouMean = ({ suggestion }, state) =>
  element(
    "p",
    { class: "notice" },
    ...messageParts("results.didYouMean", {
      query: foreign(
        "a",
        state.queryLanguage,
        { href: format({ ...state, query: suggestion, page: 1, why: [] }) },
        suggestion,
      ),
    }),
  );

const asText = (state) => ({ ...state, literal: true, page: 1, why: [] });

/** No hit at all. */
export function nothingFound(state, { conditions, suggestion, nothing_found: existing }) {
  const ways = [
    ...(suggestion
      ? [
          [
            message("nothing.searchFor", { query: suggestion }),
            { ...state, query: suggestion, page: 1, why: [] },
          ],
        ]
      : []),
    ...(conditions ? [[message("results.asText"), asText(state)]] : []),
    ...(state.languages.length > 0
      ? [[message("nothing.allLanguages"), { ...state, languages: [], page: 1 }]]
      : []),
    ...(filterCount(state) > 0 ? [[message("nothing.noFilters"), withoutFilters(state)]] : []),
    ...(state.page > 1 ? [[message("nothing.firstPage"), { ...state, page: 1 }]] : []),
  ];
  return element(
    "section",
    { class: "message" },
    element("h2", {}, message("nothing.title")),
    element(
      "p",
      {},
      ...messageParts(ways.length > 0 ? "nothing.settings" : "nothing.advice", {
        query: foreign("q", state.queryLanguage, {}, state.query),
      }),
    ),
    ...(existing ? whatExists(existing) : []),
    element(
      "p",
      { class: "buttons" },
      ...ways.map(([text, other]) => element("a", { class: "button", href: format(other) }, text)),
    ),
  );
}

/** The languages of the index, and the values of the fields of the filter. */
function whatExists({ languages, fields }) {
  const counted = Object.entries(languages).map(([code, count]) => [languageName(code), count]);
  const list = (counts) =>
    listParts(
      counts.map(([name, count]) =>
        element("span", {}, element("bdi", {}, name), ` (${formatCount(count)})`),
      ),
    );
  const line = (key, counts, values = {}) =>
    element("p", {}, ...messageParts(key, { ...values, list: element("span", {}, ...list(counts)) }));
  return [
    ...(counted.length > 0 ? [line("nothing.languages", counted)] : []),
    ...Object.entries(fields)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) =>
        line(
          "nothing.values",
          values.map(({ value, documents }) => [value, documents]),
          { field: element("bdi", {}, field) },
        ),
      ),
  ];
}

/** Hits, none of which is a probable answer. */
export const nothingSurelyFits = () =>
  element(
    "p",
    { class: "notice" },
    element("strong", {}, message("results.unsure")),
    " ",
    message("results.nearest"),
  );

/** Titles of errors that need a better one than the name of their status. */
const TITLES = { 400: message("error.invalid"), 429: message("error.tooMany") };

/**
 * An error.
 *
 * @param {import("./api.js").ApiError} error
 * @param {function()} retry is called if the user tries again
 */
export function failure(error, retry) {
  const { status, title, message: detail, retryAfter, requestId } = error;
  const wait =
    retryAfter === undefined ? "" : message("error.retryIn", { count: retryAfter });
  return element(
    "section",
    { class: "message error", role: "alert" },
    element("h2", {}, TITLES[status] ?? title),
    element("p", { dir: "auto" }, detail),
    ...(wait ? [element("p", {}, wait)] : []),
    ...(status === 400
      ? []
      : [
          element(
            "p",
            { class: "buttons" },
            element("button", { type: "button", onclick: retry }, message("error.retry")),
          ),
        ]),
    ...(requestId
      ? [
          element(
            "p",
            { class: "quiet" },
            ...messageParts("error.request", { id: element("bdi", {}, requestId) }),
          ),
        ]
      : []),
  );
}
