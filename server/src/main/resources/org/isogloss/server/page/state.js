// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { toFilter } from "./filter.js";
import { ADDRESS_FIELD } from "./metadata.js";

/**
 * What the page shows, as the query string of its address holds it.
 *
 * @typedef {Object} State
 * @property {string} query
 * @property {boolean} literal whether all characters of the query are text, none an operator
 * @property {string} index name of the index; "" for the first one
 * @property {string} queryLanguage "" if it is not given
 * @property {string[]} languages languages of the documents; all if empty
 * @property {string} filter the filter that the user has written
 * @property {Object<string, string[]>} values chosen values of fields, never an empty list
 * @property {Object<string, import("./filter.js").Limits>} ranges chosen ranges of fields
 * @property {number} preference for the preferred languages, 0 to 1
 * @property {boolean} versions whether versions of a text are one hit if the index knows them
 * @property {string[]} prefer languages that come first; that of the query if empty
 * @property {boolean} answers whether answers are shown if the server finds them
 * @property {number} minProbability 0 to 1
 * @property {string} sort the field by which likely hits are sorted, such as "date desc"; "" to sort
 *     by rank
 * @property {number} top number of hits on a page
 * @property {number} page from 1
 * @property {string} document id of the open document; "" if none is open
 * @property {string[]} why ids of the explained hits
 */

/** @type {State} */
export const DEFAULTS = Object.freeze({
  query: "",
  index: "",
  literal: false,
  queryLanguage: "",
  languages: [],
  filter: "",
  values: {},
  ranges: {},
  preference: 0,
  versions: true,
  prefer: [],
  answers: true,
  minProbability: 0,
  sort: "",
  top: 10,
  page: 1,
  document: "",
  why: [],
});

/** What is kept if the user chooses another index. */
export const ofIndex = (state, index) => ({
  ...DEFAULTS,
  query: state.query,
  literal: state.literal,
  queryLanguage: state.queryLanguage,
  answers: state.answers,
  versions: state.versions,
  top: state.top,
  index,
});

/** The state without filters, apart from languages. */
export const withoutFilters = (state) => ({
  ...state,
  filter: "",
  values: {},
  ranges: {},
  minProbability: 0,
  page: 1,
});

/** Returns the number of filters apart from languages. */
export const filterCount = (state) =>
  (state.filter.trim() ? 1 : 0) +
  Object.values(state.values).flat().length +
  Object.keys(state.ranges).length +
  (state.minProbability > 0 ? 1 : 0);

/**
 * Returns what an object has for a field, if anything: fields can have names that every object
 * inherits, such as "constructor".
 *
 * @template T
 * @param {Object<string, T>} byField
 * @param {string} field
 * @returns {T | undefined}
 */
export const ofField = (byField, field) =>
  Object.hasOwn(byField, field) ? byField[field] : undefined;

/** Maximum number of fields whose values are counted: an index can have 1,000 fields. */
const MAX_FACETS = 20;

/** Fields that are no choice: languages have one of their own, addresses are different. */
const UNCOUNTED = new Set(["language", ADDRESS_FIELD]);

/** Maximum number of answers. */
const ANSWERS = 3;

const VALUE = "is.";
const FROM = "from.";
const TO = "to.";

/**
 * Reads a state from a query string. What cannot be read has its default.
 *
 * @param {string} queryString
 * @returns {State}
 */
export function parse(queryString) {
  const parameters = new URLSearchParams(queryString);
  const text = (name) => parameters.get(name) ?? "";
  const list = (name) => text(name).split(",").filter(Boolean);
  const number = (name, min, max, fallback) => {
    const value = Number(text(name) || NaN);
    return value >= min && value <= max ? value : fallback;
  };
  const values = new Map();
  const ranges = new Map();
  const limit = (field, limits) => ranges.set(field, { ...ranges.get(field), ...limits });
  for (const [name, value] of parameters) {
    if (name.startsWith(VALUE) && value) {
      const field = name.slice(VALUE.length);
      values.set(field, [...(values.get(field) ?? []), value]);
    } else if (name.startsWith(FROM) && isLimit(value)) {
      limit(name.slice(FROM.length), { from: value });
    } else if (name.startsWith(TO) && isLimit(value)) {
      limit(name.slice(TO.length), { to: value });
    }
  }
  return {
    query: text("q"),
    index: text("index"),
    literal: text("literal") === "1",
    queryLanguage: text("ql"),
    languages: list("lang"),
    filter: text("filter"),
    values: Object.fromEntries(values),
    ranges: Object.fromEntries(ranges),
    preference: number("preference", 0, 1, DEFAULTS.preference),
    versions: text("versions") !== "0",
    prefer: list("prefer"),
    answers: text("answers") !== "0",
    minProbability: number("p", 0, 1, DEFAULTS.minProbability),
    sort: text("sort"),
    top: Math.trunc(number("top", 1, 1000, DEFAULTS.top)),
    page: Math.trunc(number("page", 1, 1e6, DEFAULTS.page)),
    document: text("doc"),
    why: parameters.getAll("why"),
  };
}

/** Whether a text is a number or a day. */
const isLimit = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(value) || (value.trim() !== "" && Number.isFinite(Number(value)));

/**
 * Writes a state as a query string that begins with "?". Defaults are left out.
 *
 * @param {State} state
 */
export function format(state) {
  const parameters = new URLSearchParams();
  const add = (name, value, fallback = "") => {
    if (String(value) !== String(fallback)) {
      parameters.append(name, value);
    }
  };
  add("q", state.query);
  add("index", state.index);
  add("literal", state.literal ? "1" : "");
  add("ql", state.queryLanguage);
  add("lang", state.languages.join(","));
  for (const [field, values] of Object.entries(state.values)) {
    values.forEach((value) => add(VALUE + field, value));
  }
  for (const [field, { from = "", to = "" }] of Object.entries(state.ranges)) {
    add(FROM + field, from);
    add(TO + field, to);
  }
  add("filter", state.filter.trim());
  add("preference", state.preference, DEFAULTS.preference);
  add("versions", state.versions ? "" : "0");
  add("prefer", state.prefer.join(","));
  add("answers", state.answers ? "" : "0");
  add("p", state.minProbability, DEFAULTS.minProbability);
  add("sort", state.sort);
  add("top", state.top, DEFAULTS.top);
  add("page", state.page, DEFAULTS.page);
  add("doc", state.document);
  state.why.forEach((id) => add("why", id));
  return `?${parameters}`;
}

/**
 * Returns the body of the search request of a state.
 *
 * @param {State} state
 * @param {{name: string, fields: Object<string, string>, versions: boolean, answers: string}} index
 */
export function toRequest(state, index) {
  const orNothing = (value, fallback) => (value === fallback ? undefined : value);
  return {
    index: index.name,
    query: state.query.trim(),
    literal: orNothing(state.literal, false),
    query_language: orNothing(state.queryLanguage, ""),
    languages: state.languages.length > 0 ? state.languages : undefined,
    filter: orNothing(toFilter(state, index.fields), ""),
    facets: ["language", ...facetFields(index)],
    // With preferred languages, a server without this number would choose another one.
    preference:
      state.prefer.length > 0 ? state.preference : orNothing(state.preference, DEFAULTS.preference),
    group_versions: index.versions && state.versions ? true : undefined,
    prefer: state.prefer.length > 0 ? state.prefer : undefined,
    min_probability: orNothing(state.minProbability, 0),
    sort: state.sort ? [state.sort] : undefined,
    top: state.top,
    page: state.page,
    // The answers are the same on every page.
    answers: index.answers && state.answers && state.page === 1 ? ANSWERS : undefined,
  };
}

/** Returns the fields whose values are counted. */
export function facetFields({ fields }) {
  return Object.keys(fields)
    .filter((name) => ["string", "boolean"].includes(fields[name]) && !UNCOUNTED.has(name))
    .slice(0, MAX_FACETS);
}
