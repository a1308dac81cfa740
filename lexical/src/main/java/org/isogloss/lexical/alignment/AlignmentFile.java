// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;
import org.isogloss.lexical.ParallelCorpus;

/**
 * Reads the alignment of a corpus from a file of any aligner: one line of links in Pharaoh's format
 * per pair. A pair without links has an empty line.
 */
public final class AlignmentFile {
  private AlignmentFile() {}

  /**
   * Reads the alignment of each pair of a corpus, in order.
   *
   * @throws FormatException if the file has more or fewer lines than the corpus has pairs, a line
   *     is malformed, or a link refers to a word that its pair does not have
   */
  public static void read(
      Path file, ParallelCorpus corpus, WordAligner.AlignmentConsumer consumer) {
    requireNonNull(consumer, "consumer is null");
    int pair = 0;
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (lines.hasNext()) {
        String line = lines.next();
        if (pair < corpus.size()) {
          consumer.accept(pair, parse(file, pair, line, corpus));
        }
        pair++;
      }
    }
    if (pair != corpus.size()) {
      throw new FormatException(
          file,
          0,
          "found "
              + pair
              + " lines, expected "
              + corpus.size()
              + ", one for each pair of the bitext, including pairs without links");
    }
  }

  private static Alignment parse(Path file, int pair, String line, ParallelCorpus corpus) {
    Alignment alignment;
    try {
      alignment = Alignment.parse(line);
    } catch (IsoglossException e) {
      throw new FormatException(file, pair + 1L, e.getMessage());
    }
    int sources = corpus.source().length(pair);
    int targets = corpus.target().length(pair);
    for (AlignmentLink link : alignment.links()) {
      if (link.source() >= sources || link.target() >= targets) {
        throw new FormatException(
            file,
            pair + 1L,
            "found the link "
                + link
                + ", expected words up to "
                + (sources - 1)
                + "-"
                + (targets - 1)
                + ": the positions of links start at 0 and must refer to the words of the same"
                + " tokenization");
      }
    }
    return alignment;
  }
}
