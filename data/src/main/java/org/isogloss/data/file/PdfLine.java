// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

/**
 * A line of text on a page. Positions are in points from the top left corner of the page.
 *
 * @param text the text in logical order
 * @param rightToLeft whether the line begins at its right end
 * @param left the left end
 * @param right the right end
 * @param baseline distance of the baseline from the top of the page
 * @param size size of the font
 */
record PdfLine(
    String text, boolean rightToLeft, float left, float right, float baseline, float size) {
  /** How far the line begins after another one, in the direction of writing. */
  float indentAfter(PdfLine other) {
    return rightToLeft ? other.right - right : left - other.left;
  }
}
