// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** A page of hits, with what precedes and follows them. */

import { showAnswers } from "./answers.js";
import { element } from "./dom.js";
import { HitView } from "./hits.js";
import { message, messageParts } from "./messages.js";
import { conditionsOfQuery, didYouMean, nothingFound, nothingSurelyFits } from "./notices.js";
import { formatTime } from "./numbers.js";
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
    return {
      nodes: [nothingFound(state, response)],
      hits: [],
      summary: message("nothing.title"),
    };
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
      element(
        "h2",
        { class: "summary" },
        ...messageParts("results.summary", { amount: element("strong", {}, amount), time }),
      ),
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
    summary: [
      ...answers.summary,
      message("results.summary", { amount, time }),
      ...(unsure ? [message("results.unsure")] : []),
    ].join(" "),
  };
}

function describeAmount({ hits, offset }, more) {
  if (offset > 0) {
    return message("results.range", { from: offset + 1, to: offset + hits.length });
  }
  return message(more ? "results.first" : "results.all", { count: hits.length });
}

function pages(state, more) {
  const link = (key, rel, page) =>
    element(
      "a",
      { class: "button", rel, href: format({ ...state, page, why: [] }) },
      message(key),
    );
  return element(
    "nav",
    { class: "pages", "aria-label": message("results.pages") },
    ...(state.page > 1 ? [link("results.previous", "prev", state.page - 1)] : []),
    element("span", { "aria-current": "page" }, message("results.page", { page: state.page })),
    ...(more ? [link("results.next", "next", state.page + 1)] : []),
  );
}
