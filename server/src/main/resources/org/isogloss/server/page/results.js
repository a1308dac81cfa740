// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** A page of hits, with what precedes and follows them. */

import { showAnswers } from "./answers.js";
import { element, formatAmount, formatTime } from "./dom.js";
import { HitView } from "./hits.js";
import { languageName } from "./languages.js";
import { conditionsOfQuery, didYouMean, nothingFound, nothingSurelyFits } from "./messages.js";
import { format } from "./state.js";

/**
 * Shows a response.
 *
 * @param {Object} response a response of the API
 * @param {import("./state.js").State} state the state whose search it answers
 * @param {Object} actions as of HitView
 * @returns {{nodes: Node[], hits: HitView[], summary: string}} the summary is for screen readers
 */
export function showResponse(response, state, actions) {
  if (response.hits.length === 0) {
    return { nodes: [nothingFound(state, response)], hits: [], summary: "Nothing found" };
  }
  const hits = response.hits.map((hit) => new HitView(hit, state, actions));
  const more = hits.length === state.top;
  const amount = describeAmount(response, more);
  const time = formatTime(response.elapsed_ms);
  const unsure = response.nothing_surely_fits;
  const answers = showAnswers(response, state);
  return {
    nodes: [
      ...answers.nodes,
      element("h2", { class: "summary" }, amount, element("span", {}, ` in ${time}${describeLanguage(response)}`)),
      ...(response.suggestion ? [didYouMean(response, state)] : []),
      ...(response.conditions ? [conditionsOfQuery(response, state)] : []),
      ...(unsure ? [nothingSurelyFits()] : []),
      element(
        "ol",
        { class: "hits", start: response.offset + 1 },
        ...hits.map((hit) => hit.element),
      ),
      ...(state.page > 1 || more ? [pages(state, more)] : []),
    ],
    hits,
    summary: `${answers.summary}${amount} in ${time}${unsure ? ". Nothing in this index is a confident match." : ""}`,
  };
}

/** The language of the query, if it was identified, and how surely. */
function describeLanguage({ language, language_probability: probability }) {
  return probability === undefined
    ? ""
    : `, query in ${languageName(language)} (${Math.floor(100 * probability)} %)`;
}

function describeAmount({ hits, offset }, more) {
  if (offset > 0) {
    return `Hits ${offset + 1} to ${offset + hits.length}`;
  }
  return more ? `First ${formatAmount(hits.length, "hit")}` : formatAmount(hits.length, "hit");
}

function pages(state, more) {
  const link = (text, rel, page) =>
    element("a", { class: "button", rel, href: format({ ...state, page, why: [] }) }, text);
  return element(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    ...(state.page > 1 ? [link("Previous page", "prev", state.page - 1)] : []),
    element("span", { "aria-current": "page" }, `Page ${state.page}`),
    ...(more ? [link("Next page", "next", state.page + 1)] : []),
  );
}
