// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.util.Iterator;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/**
 * A token stream of distinct terms with given frequencies. After the last token, the flags
 * attribute contains the length of the passage, which differs from the sum of the frequencies;
 * {@code PassageLengthSimilarity} reads it from there.
 */
public final class ProjectedTermStream extends TokenStream {
  private final Map<String, Integer> frequencies;
  private final IntSupplier length;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final FlagsAttribute flags = addAttribute(FlagsAttribute.class);
  private Iterator<Map.Entry<String, Integer>> remaining;

  /**
   * Creates a stream.
   *
   * @param frequencies the frequency of each term, 1 or more
   * @param length number of terms in the passage; called at the end of the stream
   */
  public ProjectedTermStream(Map<String, Integer> frequencies, IntSupplier length) {
    this.frequencies = frequencies;
    this.length = length;
    this.remaining = frequencies.entrySet().iterator();
  }

  @Override
  public void reset() {
    remaining = frequencies.entrySet().iterator();
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (!remaining.hasNext()) {
      return false;
    }
    Map.Entry<String, Integer> next = remaining.next();
    term.append(next.getKey());
    frequency.setTermFrequency(next.getValue());
    return true;
  }

  @Override
  public void end() {
    clearAttributes();
    // A passage of stop words may have forms, and Lucene does not accept the length 0.
    flags.setFlags(Math.max(1, length.getAsInt()));
  }
}
