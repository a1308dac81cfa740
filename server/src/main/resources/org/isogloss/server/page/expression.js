// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element } from "./dom.js";
import { fieldName } from "./filter.js";
import { message } from "./messages.js";

/** The filter that the user writes. */
export class FilterExpression {
  #input;
  #error;
  #syntax;

  /**
   * @param {Element} container
   * @param {function(Object)} change receives what changes in the state
   */
  constructor(container, change) {
    this.#input = element("input", {
      id: "filter",
      type: "text",
      dir: "auto",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": "filter-error",
      onchange: () => change({ filter: this.#input.value.trim(), page: 1 }),
    });
    this.#error = element("p", { id: "filter-error", class: "field-error" });
    this.#syntax = element("ul", { class: "syntax" });
    container.replaceChildren(
      element("label", { class: "heading", for: "filter" }, message("filters.expression")),
      this.#input,
      this.#error,
      element("details", {}, element("summary", {}, message("filters.syntax")), this.#syntax),
    );
  }

  /** Shows examples with the fields of an index. */
  setIndex({ fields }) {
    const examples = Object.entries(fields).slice(0, 6).map(example);
    this.#syntax.replaceChildren(
      ...[...examples, 'language in ("de", "fr")', 'id != "a-1"', "not (… or …) and …"].map(
        (text) => element("li", {}, element("code", {}, text)),
      ),
    );
  }

  /** @param {import("./state.js").State} state */
  show(state) {
    if (this.#input !== document.activeElement || !state.filter) {
      this.#input.value = state.filter;
    }
    this.showError("");
  }

  /** @param {string} error "" for none */
  showError(error) {
    this.#error.textContent = error;
    this.#input.setAttribute("aria-invalid", String(error !== ""));
  }
}

function example([field, type]) {
  const name = fieldName(field);
  return {
    string: `${name} = "…"`,
    number: `${name} < 10`,
    boolean: `not ${name}`,
    date: `${name} >= 2024-05`,
  }[type];
}
