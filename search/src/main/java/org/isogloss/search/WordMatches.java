// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.isogloss.api.WordMatch;
import org.isogloss.core.Encoder;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.explain.EmbeddingWordMatcher;
import org.isogloss.search.explain.TokenWordMatcher;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Finds which words of passages match the words of one query: by the stored token vectors of the
 * passages, or without them by the vectors of single words. Stop words have no match, unless the
 * query consists of them.
 *
 * @param scorer the scorer whose token vectors the index stores; empty if it stores none
 * @param encoder the encoder of the index; empty if the index is open without it
 * @param hasContent whether the query has a word that is not a stop word
 * @param stopWords the stop words of the query, in lower case
 */
record WordMatches(
    IndexSnapshot snapshot,
    Optional<TokenVectorScorer> scorer,
    Optional<Encoder> encoder,
    Query query,
    boolean hasContent,
    Set<String> stopWords) {
  static WordMatches of(
      IndexSnapshot snapshot,
      Optional<TokenVectorScorer> scorer,
      Optional<Encoder> encoder,
      Query query) {
    QueryTerms terms = QueryTerms.of(query, snapshot.codes(), snapshot.analyzers());
    Set<String> stopWords = new HashSet<>();
    boolean hasContent = false;
    for (Span word : WordSegmenter.split(query.text(), query.language())) {
      if (terms.isStopWord(word)) {
        stopWords.add(lowerCase(word.coveredText(query.text())));
      } else {
        hasContent = true;
      }
    }
    return new WordMatches(snapshot, scorer, encoder, query, hasContent, Set.copyOf(stopWords));
  }

  private static String lowerCase(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  List<WordMatch> in(Passage passage) {
    Optional<List<TokenMatch>> tokens = tokenMatches(snapshot, scorer, query, passage);
    List<WordMatch> all =
        tokens.isPresent()
            ? TokenWordMatcher.match(tokens.get(), query, passage)
            : encoder
                .map(
                    known ->
                        EmbeddingWordMatcher.match(
                            known, query, passage.titledText(), passage.language()))
                .orElse(List.of());
    return hasContent ? all.stream().filter(match -> !isStopWord(match, passage)).toList() : all;
  }

  /** Whether the word of the query or that of the passage is a stop word. */
  private boolean isStopWord(WordMatch match, Passage passage) {
    Analyzer analyzer = snapshot.analyzers().forLanguage(passage.language().code());
    String word = match.passageWord().coveredText(passage.titledText());
    return stopWords.contains(lowerCase(match.queryWord()))
        || QueryTerms.tokens(analyzer, word).isEmpty();
  }

  /** Returns the matches of tokens by stored vectors; empty if the index stores none. */
  static Optional<List<TokenMatch>> tokenMatches(
      IndexSnapshot snapshot, Optional<TokenVectorScorer> scorer, Query query, Passage passage) {
    Hit hit = new Hit(passage.documentId(), passage.ordinal(), 0);
    return scorer.map(
        known ->
            known.matches(query, passage, snapshot.stored().tokenVectors(List.of(hit)).getFirst()));
  }
}
