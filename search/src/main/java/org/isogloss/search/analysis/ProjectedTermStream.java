package org.isogloss.search.analysis;

import java.util.Iterator;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.isogloss.search.writer.PassageLengthSimilarity;

/**
 * Terms with frequencies that were not counted, each once. Behind the last of them the flags have
 * the length of the passage, which is not the sum of these frequencies: {@link
 * PassageLengthSimilarity} finds it there.
 */
public final class ProjectedTermStream extends TokenStream {
  private final Map<String, Integer> frequencies;
  private final int length;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final FlagsAttribute flags = addAttribute(FlagsAttribute.class);
  private Iterator<Map.Entry<String, Integer>> remaining;

  /**
   * A stream.
   *
   * @param frequencies above 0
   * @param length how many terms the passage has
   */
  public ProjectedTermStream(Map<String, Integer> frequencies, int length) {
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
    flags.setFlags(length);
  }
}
