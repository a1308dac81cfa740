// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * Builds filter expressions. The grammar is documented in docs/reference/filters.md.
 *
 * @typedef {{from?: string, to?: string}} Limits
 */

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u;
const KEYWORDS = new Set(["and", "or", "not", "in", "exists", "true", "false"]);

/** Puts a text in quotation marks. */
export const quote = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/** Returns a field as filters have it: in quotation marks if it is not a plain name. */
export const fieldName = (name) =>
  NAME.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : quote(name);

/**
 * Returns the condition that a field has one of some values.
 *
 * @param {string} field
 * @param {string[]} values one or more
 * @param {string} type the type of the field, "string" or "boolean"
 */
export function oneOf(field, values, type) {
  const literals = values.map((value) => (type === "boolean" ? value : quote(value)));
  return literals.length === 1
    ? `${fieldName(field)} = ${literals[0]}`
    : `${fieldName(field)} in (${literals.join(", ")})`;
}

/**
 * Returns the conditions that a field is in a range.
 *
 * @param {string} field
 * @param {Limits} limits numbers or dates as they are written
 * @returns {string[]} no, one or two conditions
 */
export function between(field, { from, to }) {
  return [
    ...(from ? [`${fieldName(field)} >= ${from}`] : []),
    ...(to ? [`${fieldName(field)} <= ${to}`] : []),
  ];
}

/**
 * Returns the filter that all of a state's conditions make together; "" if there is none.
 *
 * @param {{filter: string, values: Object<string, string[]>, ranges: Object<string, Limits>}} state
 * @param {Object<string, string>} types the types of the index's fields
 */
export function toFilter(state, types) {
  const written = state.filter.trim();
  const chosen = [
    ...Object.entries(state.values).map(([field, values]) => oneOf(field, values, types[field])),
    ...Object.entries(state.ranges).flatMap(([field, limits]) => between(field, limits)),
  ];
  return written && chosen.length > 0
    ? [`(${written})`, ...chosen].join(" and ")
    : [...(written ? [written] : []), ...chosen].join(" and ");
}
