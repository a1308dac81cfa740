// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, setOptions } from "./dom.js";
import { fieldName } from "./filter.js";
import { languageName, named } from "./languages.js";
import { message } from "./messages.js";
import { formatShare } from "./numbers.js";

const TOPS = [5, 10, 20, 50, 100];

/** Maximum number of fields by which hits can be sorted. */
const MAX_SORT_FIELDS = 20;

/** The orders of the fields of a type: what is added to the name of a field, and their message. */
const ORDERS = new Map([
  ["date", [[" desc", "ranking.newest"], ["", "ranking.oldest"]]],
  ["number", [[" desc", "ranking.highest"], ["", "ranking.lowest"]]],
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
  #others;
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
        element("span", { class: "heading" }, message("ranking.top")),
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
    setOptions(this.#sort, [{ options: [["", message("ranking.best")], ...orders] }]);
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
      "aria-label": message("ranking.preferOthers"),
      onchange: () =>
        this.#change({
          prefer: [...this.#state.prefer, this.#addPreferred.value],
          preference: Math.max(this.#state.preference, STATED_PREFERENCE),
          page: 1,
        }),
    });
    this.#others = element(
      "details",
      {},
      element("summary", {}, message("ranking.preferOthers")),
      element("div", { class: "nested" }, this.#preferred, this.#addPreferred),
    );
    this.#preferenceGroup = element(
      "div",
      { class: "group" },
      element("label", { class: "heading", for: "preference" }, message("ranking.preference")),
      this.#preference,
      element(
        "div",
        { class: "ends", "aria-hidden": "true" },
        element("span", {}, message("ranking.alike")),
        element("span", {}, message("ranking.mineFirst")),
      ),
      this.#others,
    );
  }

  #describePreference() {
    const value = Number(this.#preference.value);
    const names = { 0: message("ranking.alike"), 1: message("ranking.mineFirst") };
    this.#preference.setAttribute(
      "aria-valuetext",
      names[value] ?? message("ranking.share", { share: formatShare(value) }),
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
        element("label", { class: "heading", for: "probability" }, message("ranking.minProbability")),
        this.#probabilityValue,
      ),
      this.#probability,
    );
  }

  #describeProbability() {
    const value = Number(this.#probability.value);
    const text = value === 0 ? message("ranking.any") : formatShare(value);
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
        element("span", {}, message("ranking.versions")),
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
              "aria-label": message("ranking.remove", { language: languageName(code) }),
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
    setOptions(this.#addPreferred, [{ options: [["", message("ranking.add")], ...named(left)] }]);
    this.#addPreferred.hidden = left.length === 0;
    this.#others.open ||= codes.length > 0;
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
      element("label", { class: "check" }, this.#answers, element("span", {}, message("ranking.answers"))),
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
      element("span", { class: "heading" }, message("ranking.order")),
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
      ORDERS.get(type).map(([order, name]) => [fieldName(field) + order, message(name, { field })]),
    );
