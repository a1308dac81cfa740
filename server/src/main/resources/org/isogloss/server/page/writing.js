// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element } from "./dom.js";
import { languageChoices, languageName } from "./languages.js";
import { message } from "./messages.js";
import { formatPercent } from "./numbers.js";

/** The language in which the user writes: the one that the server has identified, or a chosen one. */
export class WritingLanguage {
  #select;
  #detected = element("option", { value: "" });

  /**
   * @param {HTMLSelectElement} select
   * @param {function(Object)} change receives what changes in the state
   */
  constructor(select, change) {
    this.#select = select;
    select.addEventListener("change", () => change({ queryLanguage: select.value, page: 1 }));
  }

  setIndex({ languages }) {
    this.#select.replaceChildren(
      this.#detected,
      ...languageChoices(Object.keys(languages)).map(({ label, options }) =>
        element(
          "optgroup",
          { label },
          ...options.map(([value, name]) => element("option", { value }, name)),
        ),
      ),
    );
  }

  /**
   * @param {import("./state.js").State} state
   * @param {Object} [response] the response to the state's query
   */
  show({ queryLanguage }, response) {
    this.#detected.textContent = queryLanguage
      ? message("writing.any")
      : describe(response ?? {});
    this.#select.value = queryLanguage;
  }
}

function describe({ language, language_probability: probability }) {
  if (language === "und") {
    return message("writing.unknown");
  }
  // Before a search, and after one in a stated language, nothing was detected.
  return probability === undefined
    ? message("writing.any")
    : message("writing.detected", {
        language: languageName(language),
        probability: formatPercent(probability),
      });
}
