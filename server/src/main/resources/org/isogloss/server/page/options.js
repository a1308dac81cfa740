// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, setOptions } from "./dom.js";
import { fieldName } from "./filter.js";
import { languageName, named } from "./languages.js";

const TOPS = [5, 10, 20, 50, 100];

/** Maximum number of fields by which hits can be sorted. */
const MAX_SORT_FIELDS = 20;

/** The orders of the fields of a type: what is added to the name of a field, and what it is called. */
const ORDERS = new Map([
  ["date", [[" desc", "newest first"], ["", "oldest first"]]],
  ["number", [[" desc", "highest first"], ["", "lowest first"]]],
]);

/** Preference if languages are chosen. */
const STATED_PREFERENCE = 0.5;

/** How hits are ranked and shown: answers, preference, probability, versions, number of hits. */
export class Options {
  #change;
  #state;
  #index;
  #preference;
  #preferenceGroup;
  #probability;
  #probabilityValue;
  #probabilityGroup;
  #versions;
  #versionsGroup;
  #answers;
  #answersGroup;
  #preferred;
  #addPreferred;
  #sort;
  #sortGroup;
  #top;

  /**
   * @param {HTMLFormElement} form
   * @param {function(Object)} change receives what changes in the state
   */
  constructor(form, change) {
    this.#change = change;
    this.#createPreference();
    this.#createProbability();
    this.#createVersions();
    this.#createAnswers();
    this.#createSort();
    this.#createTop();
    form.append(
      this.#answersGroup,
      this.#preferenceGroup,
      this.#probabilityGroup,
      this.#versionsGroup,
      this.#sortGroup,
      element(
        "label",
        { class: "row" },
        element("span", { class: "heading" }, "Hits per page"),
        this.#top,
      ),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  setIndex(index) {
    this.#index = index;
    this.#versionsGroup.hidden = !index.versions;
    this.#answersGroup.hidden = !index.answers;
    const orders = sortOrders(index);
    this.#sortGroup.hidden = orders.length === 0;
    setOptions(this.#sort, [{ options: [["", "Best first"], ...orders] }]);
  }

  /**
   * @param {import("./state.js").State} state
   * @param {Object} [response] the last response; probabilities may be limited if it has any
   */
  show(state, response) {
    this.#state = state;
    this.#preference.value = state.preference;
    this.#describePreference();
    this.#probability.value = state.minProbability;
    this.#describeProbability();
    this.#probabilityGroup.hidden =
      state.minProbability === 0 &&
      !response?.hits.some(({ probability }) => probability !== undefined);
    this.#versions.checked = state.versions;
    this.#answers.checked = state.answers;
    this.#showPreferred(state.prefer);
    this.#sort.value = state.sort;
    const tops = [...new Set([...TOPS, state.top])].sort((a, b) => a - b);
    setOptions(this.#top, [{ options: tops.map((top) => [String(top), String(top)]) }]);
    this.#top.value = state.top;
  }

  #createPreference() {
    this.#preference = element("input", {
      id: "preference",
      type: "range",
      min: 0,
      max: 1,
      step: 0.1,
      oninput: () => this.#describePreference(),
      onchange: () => this.#change({ preference: Number(this.#preference.value), page: 1 }),
    });
    this.#preferred = element("ol", { class: "preferred" });
    this.#addPreferred = element("select", {
      id: "prefer",
      onchange: () =>
        this.#change({
          prefer: [...this.#state.prefer, this.#addPreferred.value],
          preference: Math.max(this.#state.preference, STATED_PREFERENCE),
          page: 1,
        }),
    });
    this.#preferenceGroup = element(
      "div",
      { class: "group" },
      element("label", { class: "heading", for: "preference" }, "Preference for my language"),
      this.#preference,
      element(
        "div",
        { class: "ends", "aria-hidden": "true" },
        element("span", {}, "All languages alike"),
        element("span", {}, "My language first"),
      ),
      element(
        "div",
        { class: "nested" },
        element("label", { for: "prefer" }, "Languages, if not that of the query"),
        this.#preferred,
        this.#addPreferred,
      ),
    );
  }

  #describePreference() {
    const value = Number(this.#preference.value);
    const names = { 0: "All languages alike", 1: "My language first" };
    this.#preference.setAttribute(
      "aria-valuetext",
      names[value] ?? `${Math.round(value * 100)} % of the way to my language first`,
    );
  }

  #createProbability() {
    this.#probability = element("input", {
      id: "probability",
      type: "range",
      min: 0,
      max: 0.95,
      step: 0.05,
      oninput: () => this.#describeProbability(),
      onchange: () => this.#change({ minProbability: Number(this.#probability.value), page: 1 }),
    });
    this.#probabilityValue = element("output", { for: "probability" });
    this.#probabilityGroup = element(
      "div",
      { class: "group" },
      element(
        "div",
        { class: "row" },
        element("label", { class: "heading", for: "probability" }, "Minimum probability"),
        this.#probabilityValue,
      ),
      this.#probability,
    );
  }

  #describeProbability() {
    const value = Number(this.#probability.value);
    const text = value === 0 ? "Any" : `${Math.round(value * 100)} %`;
    this.#probabilityValue.textContent = text;
    this.#probability.setAttribute("aria-valuetext", text);
  }

  #createVersions() {
    this.#versions = element("input", {
      id: "versions",
      type: "checkbox",
      onchange: () => this.#change({ versions: this.#versions.checked, page: 1 }),
    });
    this.#versionsGroup = element(
      "div",
      { class: "group" },
      element(
        "label",
        { class: "check" },
        this.#versions,
        element("span", {}, "Show each text once, with its translations"),
      ),
    );
  }

  #showPreferred(codes) {
    this.#preferred.replaceChildren(
      ...codes.map((code) =>
        element(
          "li",
          {},
          languageName(code),
          element(
            "button",
            {
              type: "button",
              class: "remove",
              "aria-label": `Remove ${languageName(code)}`,
              onclick: () => {
                this.#change({ prefer: codes.filter((other) => other !== code), page: 1 });
                this.#addPreferred.focus();
              },
            },
            "×",
          ),
        ),
      ),
    );
    const left = Object.keys(this.#index.languages).filter((code) => !codes.includes(code));
    setOptions(this.#addPreferred, [{ options: [["", "Add a language…"], ...named(left)] }]);
    this.#addPreferred.hidden = left.length === 0;
  }

  #createAnswers() {
    this.#answers = element("input", {
      id: "answers",
      type: "checkbox",
      role: "switch",
      onchange: () => this.#change({ answers: this.#answers.checked, page: 1 }),
    });
    this.#answersGroup = element(
      "div",
      { class: "group" },
      element("label", { class: "check" }, this.#answers, element("span", {}, "Show answers")),
    );
  }

  #createSort() {
    this.#sort = element("select", {
      id: "sort",
      onchange: () => this.#change({ sort: this.#sort.value, page: 1 }),
    });
    this.#sortGroup = element(
      "label",
      { class: "row" },
      element("span", { class: "heading" }, "Order"),
      this.#sort,
    );
  }

  #createTop() {
    this.#top = element("select", {
      id: "top",
      onchange: () => this.#change({ top: Number(this.#top.value), page: 1 }),
    });
  }
}

/** The orders by the fields of an index that are dates or numbers. */
const sortOrders = ({ fields }) =>
  Object.entries(fields)
    .filter(([, type]) => ORDERS.has(type))
    .slice(0, MAX_SORT_FIELDS)
    .flatMap(([field, type]) =>
      ORDERS.get(type).map(([order, name]) => [fieldName(field) + order, `${field}, ${name}`]),
    );
