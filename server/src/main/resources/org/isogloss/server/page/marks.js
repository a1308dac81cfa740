// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * Marks ranges of a text. Offsets are UTF-16 code units, as in the API and in JavaScript.
 *
 * @typedef {{start: number, end: number}} Range
 */

/**
 * Splits a part of a text where ranges begin and end, and renders each piece.
 *
 * @template {Range} R
 * @param {string} text
 * @param {R[]} ranges may overlap
 * @param {function(string, R[]): (Node|string)} render renders a piece with the ranges that cover it
 * @param {Range} part the part of the text, the whole by default
 * @returns {Array<Node|string>}
 */
export function mark(text, ranges, render, part = { start: 0, end: text.length }) {
  const inside = (offset) => Math.min(Math.max(offset, part.start), part.end);
  const ends = ranges.flatMap(({ start, end }) => [inside(start), inside(end)]);
  const cuts = [...new Set([part.start, ...ends, part.end])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => {
    const piece = text.slice(cuts[i], end);
    const covering = ranges.filter((range) => range.start <= cuts[i] && range.end >= end);
    return covering.length === 0 ? piece : render(piece, covering);
  });
}

/** @param {Array<[number, number]>} highlights */
export const toRanges = (highlights) => highlights.map(([start, end]) => ({ start, end }));

/**
 * Collapses white space as snippets have it. Text is shown that way in any case.
 *
 * @param {string} text
 */
export const collapse = (text) => text.replace(/\s+/g, " ").trim();

/** Returns where an offset of a text is in the collapsed text. */
const collapsedOffset = (text, offset) =>
  text.slice(0, offset).replace(/\s+/g, " ").trimStart().length;

/**
 * Moves ranges of a text to the collapsed text.
 *
 * @template {Range} R
 * @param {string} text
 * @param {R[]} ranges
 * @returns {R[]}
 */
export const inCollapsed = (text, ranges) =>
  ranges.map((range) => ({
    ...range,
    start: collapsedOffset(text, range.start),
    end: collapsedOffset(text, range.end),
  }));

/**
 * Moves ranges of a collapsed text to a snippet of it.
 *
 * @template {Range} R
 * @param {string} text the collapsed text
 * @param {string} snippet
 * @param {R[]} ranges
 * @returns {R[]} those in the snippet; none if it is not a contiguous part of the text
 */
export function inSnippet(text, snippet, ranges) {
  const { lead, found, length } = placeOf(text, snippet);
  return found < 0
    ? []
    : ranges
        .filter(({ start, end }) => start >= found && end <= found + length)
        .map((range) => ({
          ...range,
          start: range.start - found + lead,
          end: range.end - found + lead,
        }));
}

/** Finds a snippet, without the ellipses around it, in the text that it is a part of. */
function placeOf(text, snippet) {
  const lead = snippet.match(/^…?\s*/)[0].length;
  const core = snippet.slice(lead).replace(/\s*…$/, "");
  return { lead, found: core ? text.indexOf(core) : -1, length: core.length };
}

/**
 * Moves the highlights of a snippet to the text that it is a part of.
 *
 * @param {string} text the collapsed text
 * @param {{snippet: string, highlights: Array<[number, number]>}} hit
 * @returns {Range[]} empty if the snippet is not a contiguous part of the text
 */
export function highlightsInText(text, { snippet, highlights }) {
  const { lead, found } = placeOf(text, snippet);
  return found < 0
    ? []
    : toRanges(highlights).map(({ start, end }) => ({
        start: start - lead + found,
        end: end - lead + found,
      }));
}
