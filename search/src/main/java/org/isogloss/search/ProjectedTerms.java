package org.isogloss.search;

import java.util.Iterator;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/**
 * Terms with frequencies that were not counted, each once. Behind the last of them the flags have
 * the length of the passage, which is not the sum of these frequencies: {@link PassageLengths}
 * finds it there.
 */
final class ProjectedTerms extends TokenStream {
  private final Map<String, Integer> frequencies;
  private final int length;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final FlagsAttribute flags = addAttribute(FlagsAttribute.class);
  private Iterator<Map.Entry<String, Integer>> left;

  /**
   * A stream.
   *
   * @param frequencies above 0
   * @param length how many terms the passage has
   */
  ProjectedTerms(Map<String, Integer> frequencies, int length) {
    this.frequencies = frequencies;
    this.length = length;
    this.left = frequencies.entrySet().iterator();
  }

  @Override
  public void reset() {
    left = frequencies.entrySet().iterator();
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (!left.hasNext()) {
      return false;
    }
    Map.Entry<String, Integer> next = left.next();
    term.append(next.getKey());
    frequency.setTermFrequency(next.getValue());
    return true;
  }

  @Override
  public void end() {
    clearAttributes();
    flags.setFlags(length);
  }
}
