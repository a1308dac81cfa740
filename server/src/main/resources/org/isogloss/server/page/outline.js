// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The headings of a text without markup. */

/** Maximum number of characters of a heading that has no mark of Markdown. */
const LONGEST = 80;

/** Maximum number of characters of a heading with its marks. Expressions are matched on no more. */
const LONGEST_MARKED = 200;

const MARKDOWN = /^#{1,6}[ \t]+(.*?)[ \t]*#*$/;

/** How paragraphs and elements of lists end or begin, but headings do not. */
const NO_HEADING = /[.,;:!…。、，；：！।]$|^[-*•·‣▪◦–]\s/u;

const LETTER = /\p{L}/u;

/**
 * Returns the headings of a passage: lines with marks of Markdown, and short lines between blank
 * ones that do not end as sentences do.
 *
 * @param {string} text
 * @param {boolean} isLast whether no other passage follows, so that the last line is none
 * @returns {Array<{start: number, end: number, text: string}>}
 */
export function headingsOf(text, isLast) {
  const lines = text.split("\n");
  const lastFilled = lines.findLastIndex((line) => !isBlank(line));
  const headings = [];
  let start = 0;
  lines.forEach((line, i) => {
    const end = start + line.length;
    const content = line.trim();
    const marked = content.length <= LONGEST_MARKED ? content.match(MARKDOWN)?.[1] : undefined;
    const alone = isBlank(lines[i - 1]) && isBlank(lines[i + 1]);
    const leads = !isLast || i < lastFilled;
    if (marked || (alone && leads && isTitle(content))) {
      headings.push({ start, end, text: marked ?? content });
    }
    start = end + 1;
  });
  return headings;
}

const isBlank = (line) => line === undefined || line.trim() === "";

const isTitle = (line) =>
  line.length > 0 && line.length <= LONGEST && LETTER.test(line) && !NO_HEADING.test(line);
