// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { ofField, toRequest } from "./state.js";

/** Maximum number of searches whose counts are kept. */
const KEPT = 50;

/**
 * Counts of the values of fields. A search with category = "news" finds only news, but a user who
 * has chosen "news" wants to know how many documents another choice would add. The counts of a field
 * with a choice are therefore those of the search without this choice. Usually that is the search
 * before, whose counts are kept; otherwise it is sent.
 */
export class FacetCounts {
  #api;
  #kept = new Map();

  constructor(api) {
    this.#api = api;
  }

  /**
   * Returns the counts by field.
   *
   * @param {import("./state.js").State} state
   * @param {Object} index
   * @param {Object} response the response to the state's request
   * @param {AbortSignal} signal
   * @returns {Promise<Object<string, Array<{value: string, documents: number}>>>}
   */
  async of(state, index, response, signal) {
    const counts = { ...response.facets };
    this.#keep(JSON.stringify(countRequest(state, index)), Promise.resolve(counts));
    const chosen = Object.keys(state.values).filter((field) => Object.hasOwn(counts, field));
    const fields = [...(state.languages.length > 0 ? ["language"] : []), ...chosen];
    const wider = await Promise.all(
      fields.map((field) => this.#search(countRequest(without(state, field), index), signal)),
    );
    const widened = fields.map((field, i) => [field, ofField(wider[i], field) ?? []]);
    return { ...counts, ...Object.fromEntries(widened) };
  }

  #search(request, signal) {
    const key = JSON.stringify(request);
    if (!this.#kept.has(key)) {
      const counts = this.#api.search(request, signal).then(({ facets }) => facets);
      counts.catch(() => this.#kept.delete(key));
      this.#keep(key, counts);
    }
    return this.#kept.get(key);
  }

  #keep(key, counts) {
    this.#kept.delete(key);
    this.#kept.set(key, counts);
    if (this.#kept.size > KEPT) {
      this.#kept.delete(this.#kept.keys().next().value);
    }
  }
}

/** The request for counts alone: they do not depend on page, answers nor how hits are shown. */
const countRequest = (state, index) =>
  toRequest(
    { ...state, page: 1, top: 1, sort: "", versions: false, answers: false, minProbability: 0 },
    index,
  );

function without(state, field) {
  if (field === "language") {
    return { ...state, languages: [] };
  }
  const { [field]: dropped, ...values } = state.values;
  return { ...state, values };
}
