// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import org.isogloss.data.MalformedRecordException;

/**
 * The limits of a document that is parsed as a whole.
 *
 * @param bytes maximum number of bytes after decompression, of all parts together
 */
record ParsingBudget(int bytes) {
  /**
   * The limits of documents that are parsed in this process, because they cost little whatever they
   * contain.
   */
  static final ParsingBudget SMALL = new ParsingBudget(256 << 10);

  /**
   * The limits of all other documents; the cost of parsing is bounded by a {@link ParserProcess}.
   */
  static final ParsingBudget FULL = new ParsingBudget(32 << 20);

  /** Maximum length of a text with its title, in UTF-16 units. */
  static final int MAX_CHARACTERS = 16 << 20;

  /** A document needs more than the budget. */
  static final class ExceededException extends MalformedRecordException {
    private static final long serialVersionUID = 1L;

    ExceededException(String problem) {
      super(problem);
    }
  }

  /**
   * Checks a number of bytes.
   *
   * @throws ExceededException if there are more than may be read
   */
  void requireBytes(long count) throws ExceededException {
    if (count > bytes) {
      throw new ExceededException(
          "has more than "
              + (bytes >> 20)
              + " MiB of content, expected a shorter document: split it");
    }
  }

  /**
   * Checks the length of a text.
   *
   * @throws MalformedRecordException if it is too long for one document
   */
  static void requireCharacters(long length) throws MalformedRecordException {
    if (length > MAX_CHARACTERS) {
      throw new MalformedRecordException(
          "has more than 16 Mi characters, expected a shorter document: split it");
    }
  }
}
