// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";
import { directionOf } from "./languages.js";
import { mark } from "./marks.js";
import { interfaceLanguage, message } from "./messages.js";
import { formatScore, formatStrength } from "./numbers.js";

/**
 * Shows why a hit was found: its passage with a gloss above each word that matches one of the query,
 * all matches as a table, its rank and score in each stage of the pipeline, and what identifies it.
 *
 * @param {Object} hit a hit with its explanation
 * @param {string} hit.queryLanguage the language of the query
 * @returns {Node[]}
 */
export function explanationPanel(hit) {
  const { stages, sentence, term_matches: terms = [], word_matches: words = [] } = hit.explanation;
  const matches = words.map((match, number) => ({ ...match, number }));
  const inTitle = matches.filter(({ field }) => field === "title");
  const inText = matches.filter(({ field }) => field !== "title");
  const nodes = [
    ...(inTitle.length > 0
      ? [
          foreign(
            "p",
            hit.language,
            { class: "glossed title" },
            ...glossed(hit.title, inTitle, hit),
          ),
        ]
      : []),
    foreign("p", hit.language, { class: "glossed" }, ...passage(hit, sentence, inText)),
    legend(sentence, matches),
    ...(terms.length + matches.length > 0 ? [matchTable(terms, matches, hit)] : [noMatches()]),
    stageTable(stages),
    identification(hit),
  ];
  connect(nodes);
  return nodes;
}

/** The text with its best sentence marked. */
function passage(hit, sentence, matches) {
  const { text } = hit;
  if (!sentence) {
    return glossed(text, matches, hit);
  }
  const { start, end } = sentence;
  const part = (from, to) => glossed(text, matches, hit, { start: from, end: to });
  return [
    ...part(0, start),
    element(
      "span",
      { class: "best" },
      spoken(`${message("why.bestSentence")} `),
      ...part(start, end),
      spoken(` ${message("why.bestSentenceEnd")}`),
    ),
    ...part(end, text.length),
  ];
}

/** Text that only screen readers present, in the language of the page. */
const spoken = (text) =>
  element(
    "span",
    { class: "visually-hidden", lang: interfaceLanguage, dir: directionOf(interfaceLanguage) },
    text,
  );

/** Words of a text with the words of the query that they match above. */
const glossed = (text, matches, hit, part) =>
  mark(
    text,
    matches,
    (piece, covering) => {
      const queryWords = [...new Set(covering.map(({ query_word: word }) => word))];
      return element(
        "ruby",
        {
          class: "match",
          tabindex: "-1",
          "data-matches": covering.map(({ number }) => number).join(" "),
        },
        element("mark", {}, piece),
        foreign("rt", hit.queryLanguage, {}, queryWords.join(" · ")),
      );
    },
    part,
  );

function legend(sentence, matches) {
  const entries = [
    ...(matches.length > 0
      ? [["matched", message("why.matchLegend")]]
      : []),
    ...(sentence ? [["sentence", message("why.sentenceLegend")]] : []),
  ];
  return element(
    "ul",
    { class: "legend", "aria-hidden": "true" },
    ...entries.map(([kind, text]) => element("li", { class: kind }, text)),
  );
}

const noMatches = () =>
  element("p", { class: "quiet" }, message("why.noMatch"));

function matchTable(terms, matches, hit) {
  const word = (text, language) => foreign("bdi", language, {}, text);
  return table(
    message("why.words"),
    ["why.query", "why.passage", "why.matchedBy", "why.strength"],
    [
      ...matches.map((match) =>
        row(
          [
            word(match.query_word, hit.queryLanguage),
            element(
              "button",
              { type: "button", class: "plain", "data-match": match.number },
              word(match.passage_word, hit.language),
            ),
            message(match.field === "title" ? "why.meaningInTitle" : "why.meaning"),
            formatStrength(match.similarity),
          ],
          { "data-match": match.number },
        ),
      ),
      ...terms.map((term) =>
        row([
          word(term.query_word, hit.queryLanguage),
          word(term.passage_word, hit.language),
          term.frequency > 1
            ? message("why.times", { retriever: term.retriever, count: term.frequency })
            : term.retriever,
          formatStrength(term.probability),
        ]),
      ),
    ],
  );
}

function stageTable(stages) {
  const known = (value, text) =>
    value === null || value === undefined
      ? element(
          "span",
          { title: message("why.notFirst") },
          element("span", { "aria-hidden": "true" }, "–"),
          spoken(message("why.none")),
        )
      : text;
  return table(
    message("why.stages"),
    ["why.stage", "why.rank", "why.score"],
    stages.map(({ stage, rank, score }) =>
      row([
        element("code", {}, stage),
        known(rank, String(rank)),
        known(score, score && formatScore(score)),
      ]),
    ),
  );
}

/** What identifies a hit: its document, the number of its passage, its score. */
const identification = ({ id, passage, score }) =>
  element(
    "dl",
    { class: "metadata" },
    ...[
      ["why.document", element("bdi", { class: "id", translate: "no" }, id)],
      ["why.passage", String(passage + 1)],
      ["why.score", formatScore(score)],
    ].map(([name, value]) =>
      element("div", {}, element("dt", {}, message(name)), element("dd", {}, value)),
    ),
  );

function table(caption, columns, rows) {
  return element(
    "div",
    { class: "table", role: "region", tabindex: "0", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element(
        "thead",
        {},
        row(
          columns.map((column) => message(column)),
          {},
          "th",
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

const row = (cells, properties = {}, tag = "td") =>
  element(
    "tr",
    properties,
    ...cells.map((cell) => element(tag, tag === "th" ? { scope: "col" } : {}, cell)),
  );

/** Hovering or focusing a match shows it in the table and in the passage. */
function connect(nodes) {
  const all = (selector) => nodes.flatMap((node) => [...node.querySelectorAll(selector)]);
  const rubies = all(".match[data-matches]");
  const rows = all("tr[data-match]");
  const rubyOf = (number) =>
    rubies.filter(({ dataset }) => dataset.matches.split(" ").includes(number));
  const activate = (numbers, active) => {
    for (const number of numbers) {
      [...rubyOf(number), ...rows.filter(({ dataset }) => dataset.match === number)].forEach(
        (node) => node.classList.toggle("active", active),
      );
    }
  };
  const listen = (node, numbers) => {
    for (const [on, off] of [
      ["pointerenter", "pointerleave"],
      ["focusin", "focusout"],
    ]) {
      node.addEventListener(on, () => activate(numbers, true));
      node.addEventListener(off, () => activate(numbers, false));
    }
  };
  rubies.forEach((ruby) => listen(ruby, ruby.dataset.matches.split(" ")));
  rows.forEach((each) => {
    listen(each, [each.dataset.match]);
    each
      .querySelector("button")
      .addEventListener("click", () => rubyOf(each.dataset.match)[0]?.focus());
  });
}
