// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign, replaceContent } from "./dom.js";
import { languageName, ownName } from "./languages.js";
import { message } from "./messages.js";
import { formatCount } from "./numbers.js";
import { ofField } from "./state.js";

/** Number of languages that are shown without asking for more. */
const MANY_LANGUAGES = 16;

/** Number of values of a field that are shown without asking for more. */
const MANY_VALUES = 6;

/** What the values of a field that is true or false are called. */
const BOOLEANS = new Map([
  ["true", message("filters.yes")],
  ["false", message("filters.no")],
]);

/**
 * @typedef {import("./state.js").State} State
 * @typedef {Object<string, Array<{value: string, documents: number}>>} Counts
 * @typedef {function(Object)} Change receives what changes in the state
 */

const toggled = (list, value) =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value];

/** The languages of the index, of which the user chooses those of the documents. */
export class LanguageChips {
  #container;
  #change;
  #expanded = false;
  #shown;

  /**
   * @param {Element} container
   * @param {Change} change
   */
  constructor(container, change) {
    this.#container = container;
    this.#change = change;
  }

  /**
   * @param {State} state
   * @param {Object} index
   * @param {Counts} [counts] of the documents found; without them, passages of the index are counted
   */
  show(state, index, counts) {
    this.#shown = [state, index, counts];
    const indexed = new Map(Object.entries(index.languages));
    const found = new Map(counts?.language?.map(({ value, documents }) => [value, documents]));
    const count = (code) => {
      if (!counts) {
        return indexed.get(code) ?? 0;
      }
      // Documents are counted by language without script.
      return found.get(code) ?? (code.includes("-") ? undefined : 0);
    };
    const unit = counts ? "count.documents" : "count.passages";
    const codes = [...new Set([...indexed.keys(), ...state.languages])];
    const visible = this.#expanded
      ? codes
      : codes.filter((code, i) => i < MANY_LANGUAGES || state.languages.includes(code));
    replaceContent(
      this.#container,
      element(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(state.languages.length === 0),
          "data-key": "all",
          onclick: () => this.#change({ languages: [], page: 1 }),
        },
        message("languages.all"),
      ),
      ...visible.map((code) => this.#chip(code, count(code), unit, state)),
      ...(visible.length < codes.length ? [this.#more(codes.length - visible.length)] : []),
    );
  }

  #chip(code, count, unit, state) {
    return element(
      "button",
      {
        type: "button",
        class: count === 0 ? "chip empty" : "chip",
        title: ownName(code),
        "aria-pressed": String(state.languages.includes(code)),
        "data-key": `language ${code}`,
        "data-language": code,
        onclick: () => this.#change({ languages: toggled(state.languages, code), page: 1 }),
      },
      languageName(code),
      ...(count === undefined ? [] : [" ", amount(count, unit)]),
    );
  }

  #more(hidden) {
    const onclick = () => {
      this.#expanded = true;
      this.show(...this.#shown);
    };
    return element("button", { type: "button", class: "plain", onclick }, message("languages.more", { count: hidden }));
  }
}

/** The values of the index's fields, of which the user chooses. */
export class FieldFacets {
  #container;
  #change;
  #expanded = new Set();
  #shown;

  /**
   * @param {Element} container
   * @param {Change} change
   */
  constructor(container, change) {
    this.#container = container;
    this.#change = change;
  }

  /**
   * @param {State} state
   * @param {Object} index
   * @param {Counts} counts
   */
  show(state, index, counts) {
    this.#shown = [state, index, counts];
    const found = (field) => ofField(counts, field) ?? [];
    const fields = Object.keys(index.fields).filter(
      (field) => Object.hasOwn(state.values, field) || isUseful(found(field)),
    );
    replaceContent(
      this.#container,
      ...fields.map((field) => this.#facet(field, index.fields[field], found(field), state)),
    );
  }

  #facet(field, type, counts, state) {
    const chosen = ofField(state.values, field) ?? [];
    const found = counts.map(({ value }) => value);
    const all = [
      ...counts,
      ...chosen.filter((value) => !found.includes(value)).map((value) => ({ value, documents: 0 })),
    ];
    const visible = this.#expanded.has(field)
      ? all
      : all.filter(({ value }, i) => i < MANY_VALUES || chosen.includes(value));
    return element(
      "fieldset",
      { class: "facet", "data-field": field },
      element("legend", {}, element("bdi", {}, field)),
      ...visible.map(({ value, documents }) => this.#value(field, type, value, documents, state)),
      ...(visible.length < all.length ? [this.#more(field, all.length)] : []),
    );
  }

  #value(field, type, value, documents, state) {
    const chosen = ofField(state.values, field) ?? [];
    const onchange = () => {
      const { [field]: replaced, ...others } = state.values;
      const values = toggled(chosen, value);
      this.#change({
        values: values.length > 0 ? { ...others, [field]: values } : others,
        page: 1,
      });
    };
    const text = (type === "boolean" && BOOLEANS.get(value)) || value;
    return element(
      "label",
      { class: "check" },
      element("input", {
        type: "checkbox",
        checked: chosen.includes(value),
        "data-key": `${field} ${value}`,
        onchange,
      }),
      foreign("span", "", { class: "value" }, text),
      " ",
      amount(documents, "count.documents"),
    );
  }

  #more(field, total) {
    const onclick = () => {
      this.#expanded.add(field);
      this.show(...this.#shown);
    };
    return element(
      "button",
      { type: "button", class: "plain", onclick },
      message("filters.all", { count: total }),
    );
  }
}

/** The ranges of the fields that are numbers or dates. */
export class FieldRanges {
  #container;
  #change;
  #state;
  #inputs = [];

  /**
   * @param {Element} container
   * @param {Change} change
   */
  constructor(container, change) {
    this.#container = container;
    this.#change = change;
  }

  /** Creates the fields of an index. */
  setIndex(index) {
    this.#inputs = [];
    const fields = Object.entries(index.fields).filter(([, type]) =>
      ["number", "date"].includes(type),
    );
    this.#container.replaceChildren(
      ...fields.map(([field, type]) =>
        element(
          "fieldset",
          { class: "facet range", "data-field": field },
          element("legend", {}, element("bdi", {}, field)),
          this.#limit(field, type, "from", message("filters.from")),
          this.#limit(field, type, "to", message("filters.to")),
        ),
      ),
    );
  }

  /** @param {State} state */
  show(state) {
    this.#state = state;
    for (const { input, field, end } of this.#inputs) {
      const value = ofField(state.ranges, field)?.[end] ?? "";
      if (input.value !== value && input !== document.activeElement) {
        input.value = value;
      }
    }
  }

  #limit(field, type, end, label) {
    const onchange = () => {
      const { [field]: before, ...others } = this.#state.ranges;
      const { [end]: replaced, ...other } = ofField(this.#state.ranges, field) ?? {};
      const changed = input.value ? { ...other, [end]: input.value } : other;
      const ranges = Object.keys(changed).length > 0 ? { ...others, [field]: changed } : others;
      this.#change({ ranges, page: 1 });
    };
    const input = element("input", { type, step: type === "number" ? "any" : null, onchange });
    this.#inputs.push({ input, field, end });
    return element("label", {}, element("span", {}, label), input);
  }
}

/** Whether a field has values that are worth a choice: not so if each document has its own. */
const isUseful = (counts) =>
  counts.length > 0 &&
  (counts.length <= MANY_VALUES || counts.some(({ documents }) => documents > 1));

const amount = (count, unit) =>
  element(
    "span",
    { class: "count" },
    element("span", { "aria-hidden": "true" }, formatCount(count)),
    element("span", { class: "visually-hidden" }, message(unit, { count })),
  );
