// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.nio.file.Path;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Sentences with a tag for each word: one word on each line, a blank line after each sentence.
 * Reads
 *
 * <ul>
 *   <li>CoNLL-U of Universal Dependencies: ten columns, of which the word (FORM) and its part of
 *       speech (UPOS) are read. Ranges such as 3-4, empty nodes such as 5.1 and comments are left
 *       out;
 *   <li>columns separated by tabs or blanks: the word is the first column and the tag is the last,
 *       as in CoNLL 2003 and WikiANN; if the first of at least three columns numbers the words from
 *       0 or 1, the word is the second column and the tag is the third, as in Universal NER and
 *       WikiNEuRal. Tags are those of spans in IOB2, IOB1 or IO, which become IOB2 by {@link
 *       Iob2#normalize}, or UPOS, as in XTREME's files. Lines {@code -DOCSTART-} are left out, and
 *       so is a language before each word, {@code en:word}, as in WikiANN.
 * </ul>
 *
 * <p>The first valid sentence determines the columns.
 */
public final class TaggedSentences {
  private TaggedSentences() {}

  /** Reads sentences. */
  public static Records<TaggedSentence> read(Path file, OnError onError) {
    return new Records<>(new SentenceSource(Utf8LineReader.open(file)), onError);
  }

  /** Whether a line is that of a word with a part of speech in CoNLL-U. */
  public static boolean isConllu(String line) {
    return ConlluLayout.matches(line);
  }

  /**
   * Whether a line has two columns or more, of which the last, or the third after a number, is
   * {@code O}, {@code B-TYPE}, {@code I-TYPE} or (last only) a tag of UPOS.
   */
  public static boolean isTagged(String line) {
    return ColumnLayout.endsInTag(line) || ColumnLayout.hasIdAndTag(line);
  }
}
