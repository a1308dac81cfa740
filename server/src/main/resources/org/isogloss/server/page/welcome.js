// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";
import { exampleOf } from "./examples.js";
import { languageName } from "./languages.js";
import { interfaceLanguage, message, messageParts } from "./messages.js";
import { DEFAULTS, format } from "./state.js";

/** Number of languages of which an example is shown. */
const EXAMPLES = 6;

/** Number of documents of a language among which an example is chosen. */
const CANDIDATES = 20;

/** What an index of a model can do. */
const ACROSS_LANGUAGES = {
  promise: "welcome.acrossLanguages",
  hints: ["welcome.questions", "welcome.otherLanguages", "welcome.explained"],
};

/** What an index without vectors can do. */
const WORDS_ONLY = {
  promise: "welcome.words",
  hints: ["welcome.sameLanguage", "welcome.explainedWords"],
};

/** The start page: what an index holds, and how to search it, with examples from the index. */
export class Welcome {
  #api;
  /** The examples of each index. */
  #examples = new Map();

  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.#api = api;
  }

  /** Returns the start page of an index; its examples appear when they are found. */
  show(index) {
    const { promise, hints } = index.model ? ACROSS_LANGUAGES : WORDS_ONLY;
    const examples = element("ul", { class: "examples" });
    const offered = element(
      "div",
      { hidden: true },
      element("p", { class: "quiet" }, message("welcome.examples")),
      examples,
    );
    this.#find(index).then((found) => {
      examples.append(...found.map((example) => element("li", {}, link(example, index))));
      offered.hidden = found.length === 0;
    });
    return element(
      "section",
      { class: "welcome", "aria-labelledby": "welcome-title" },
      element("h2", { id: "welcome-title" }, message(promise)),
      element("p", { class: "lead" }, ...size(index)),
      offered,
      element("ul", { class: "hints" }, ...hints.map((hint) => element("li", {}, message(hint)))),
    );
  }

  #find(index) {
    if (!this.#examples.has(index.name)) {
      const codes = languagesOfExamples(index);
      const found = Promise.all(codes.map((code, i) => this.#example(index, code, i)));
      this.#examples.set(
        index.name,
        found.then((all) => all.filter(({ query }) => query)),
      );
    }
    return this.#examples.get(index.name);
  }

  /** Without an example, the page works as well. */
  async #example(index, language, position) {
    const parameters = { index: index.name, filter: `language = "${language}"` };
    const query = await this.#api
      .documents({ ...parameters, text: false, top: CANDIDATES })
      .then((documents) => exampleOf(documents, position))
      .then(
        (title) =>
          title ??
          this.#api
            .documents({ ...parameters, top: CANDIDATES })
            .then((documents) => exampleOf(documents, position)),
      )
      .catch(() => undefined);
    return { language, query };
  }
}

/** The language of the page if the index has it, then those with the most passages. */
function languagesOfExamples({ languages }) {
  const codes = Object.keys(languages).filter((code) => /^[a-z]{2,3}(-\w+)*$/i.test(code) && code !== "und");
  const own = codes.filter((code) => code === interfaceLanguage);
  return [...new Set([...own, ...codes])].slice(0, EXAMPLES);
}

function size({ documents, passages, languages }) {
  const values = {
    documents: message("count.documents", { count: documents }),
    languages: message("count.languages", { count: Object.keys(languages).length }),
    passages: message("count.passages", { count: passages }),
  };
  return messageParts(passages === documents ? "welcome.size" : "welcome.sizePassages", values);
}

function link({ language, query }, index) {
  const state = { ...DEFAULTS, index: index.name, query, queryLanguage: language };
  return foreign("a", language, { href: format(state), title: languageName(language) }, query);
}
