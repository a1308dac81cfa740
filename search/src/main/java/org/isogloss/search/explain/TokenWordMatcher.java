// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.api.WordMatch;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Determines which words of a passage match the words of a query, by the matches of their tokens. A
 * query word matches the passage word whose tokens contribute most to the score through the tokens
 * of the query word. Their similarity is the mean over these tokens. Every query token has a
 * nearest passage token, so matches with a similarity below {@value #MIN_SIMILARITY} are dropped.
 */
public final class TokenWordMatcher {
  private static final double MIN_SIMILARITY = 0.6;

  private TokenWordMatcher() {}

  /** The matches of the tokens of a query word with those of one passage word. */
  private static final class WordPair {
    private double contribution;
    private double similarity;
    private int tokens;

    private void add(TokenMatch match) {
      contribution += match.contribution();
      similarity += match.similarity();
      tokens++;
    }

    private double meanSimilarity() {
      return similarity / tokens;
    }
  }

  /**
   * Matches words.
   *
   * @param matches the matches of the query's tokens in the passage and its title
   * @return at most one match for each word of the query, in the order of the query
   */
  public static List<WordMatch> match(List<TokenMatch> matches, Query query, Passage passage) {
    List<Span> queryWords = WordSegmenter.split(query.text(), query.language());
    List<Span> passageWords = WordSegmenter.split(passage.titledText(), passage.language());
    SortedMap<Integer, Map<Integer, WordPair>> pairs = new TreeMap<>();
    for (TokenMatch match : matches) {
      OptionalInt queryWord = wordAt(queryWords, match.queryStart(), match.queryEnd());
      OptionalInt passageWord = wordAt(passageWords, match.passageStart(), match.passageEnd());
      if (queryWord.isPresent() && passageWord.isPresent()) {
        pairs
            .computeIfAbsent(queryWord.getAsInt(), word -> new LinkedHashMap<>())
            .computeIfAbsent(passageWord.getAsInt(), word -> new WordPair())
            .add(match);
      }
    }
    List<WordMatch> found = new ArrayList<>();
    pairs.forEach(
        (queryWord, candidates) -> {
          Map.Entry<Integer, WordPair> best = null;
          for (Map.Entry<Integer, WordPair> entry : candidates.entrySet()) {
            if (best == null || entry.getValue().contribution > best.getValue().contribution) {
              best = entry;
            }
          }
          if (best != null && best.getValue().meanSimilarity() >= MIN_SIMILARITY) {
            found.add(
                new WordMatch(
                    queryWords.get(queryWord).coveredText(query.text()),
                    passageWords.get(best.getKey()),
                    best.getValue().meanSimilarity()));
          }
        });
    return found;
  }

  /**
   * Returns the word that contains the middle of a token, which may begin with a space; none for a
   * token that covers no text.
   */
  static OptionalInt wordAt(List<Span> words, int tokenStart, int tokenEnd) {
    int middle = (tokenStart + tokenEnd) / 2;
    for (int i = 0; i < words.size() && tokenStart < tokenEnd; i++) {
      if (words.get(i).start() <= middle && middle < words.get(i).end()) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
