// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * The terms of some words, one for each position, with gaps where the analyzer removes stop words.
 *
 * @param terms the terms
 * @param positions the position of each term, in ascending order; that of the first is 0
 */
public record TermSequence(List<String> terms, List<Integer> positions) {
  public TermSequence {
    terms = List.copyOf(terms);
    positions = List.copyOf(positions);
    if (terms.size() != positions.size()) {
      throw new IllegalArgumentException(
          "found " + positions.size() + " positions of " + terms.size() + " terms");
    }
  }

  /**
   * Analyses words. Of several terms at one position, such as a compound and its first part, the
   * first one is taken: the analyzer returns the same in documents.
   */
  public static TermSequence of(Analyzer analyzer, String words) {
    List<String> terms = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    int position = 0;
    try (TokenStream stream = analyzer.tokenStream("text", words)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (!terms.isEmpty()) {
          position += increment.getPositionIncrement();
        }
        if (terms.isEmpty() || increment.getPositionIncrement() > 0) {
          terms.add(term.toString());
          positions.add(position);
        }
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string in memory failed", e);
    }
    return new TermSequence(terms, positions);
  }

  /** Number of terms. */
  public int size() {
    return terms.size();
  }

  /** Whether the analyzer removes all words. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }
}
