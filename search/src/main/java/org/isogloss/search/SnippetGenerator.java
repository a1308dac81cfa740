// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.api.Snippet;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.TokenVectors;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.text.segmentation.SentenceSegmenter;

/** Selects the part of a passage to display. */
final class SnippetGenerator {
  private static final String ELLIPSIS = "…";

  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final Optional<TokenVectorScorer> tokens;
  private final VectorOptions options;

  /**
   * @param vectors encodes queries; empty if the index is open without its encoder
   * @param tokens the scorer whose token vectors the index stores; empty if it stores none
   * @param options which vectors the index stores
   */
  SnippetGenerator(
      IndexSnapshot snapshot,
      Optional<QueryVectorCache> vectors,
      Optional<TokenVectorScorer> tokens,
      VectorOptions options) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.tokens = tokens;
    this.options = options;
  }

  private record Match(Span span, String term) {}

  /**
   * Returns a function from passages to the sentence to display, with those that follow as far as
   * there is room. The query is analysed only once. The function is thread-safe.
   *
   * @param maxLength maximum number of characters of the passage, 1 or more
   */
  Function<Passage, Snippet> of(Query query, int maxLength) {
    if (maxLength < 1) {
      throw new IllegalArgumentException("maxLength is " + maxLength + ", expected 1 or more");
    }
    QueryTerms terms = QueryTerms.of(query, snapshot.codes(), snapshot.analyzers());
    encode(query);
    return passage -> generate(query, terms, passage, maxLength);
  }

  /** Encodes the query into a cache, so that not each thread that creates a snippet does. */
  private void encode(Query query) {
    if (comparesTokens(query)) {
      tokens.get().encodeQueries(List.of(query));
    } else if (comparesSentences()) {
      vectors.get().get(query);
    }
  }

  private Snippet generate(Query query, QueryTerms queryTerms, Passage passage, int maxLength) {
    String text = passage.text();
    List<Span> sentences = SentenceSegmenter.split(text, passage.language());
    if (sentences.isEmpty()) {
      return new Snippet(passage.title(), List.of());
    }
    List<Match> matches = matches(queryTerms, passage);
    int best =
        bestSentence(query, passage, sentences)
            .orElseGet(() -> chooseSentence(query, passage, matches, sentences));
    int start = sentences.get(best).start();
    int end = sentences.get(best).end();
    for (int next = best + 1;
        next < sentences.size() && sentences.get(next).end() - start <= maxLength;
        next++) {
      end = sentences.get(next).end();
    }
    Span whole = new Span(start, end);
    return render(text, whole, shorten(text, whole, matches, maxLength), matches);
  }

  /**
   * Returns the sentence of a passage's text that is most similar to the query; empty if the index
   * has no vectors of tokens or sentences.
   */
  Optional<Span> bestSentence(Query query, Passage passage) {
    List<Span> sentences = SentenceSegmenter.split(passage.text(), passage.language());
    OptionalInt best =
        sentences.isEmpty() ? OptionalInt.empty() : bestSentence(query, passage, sentences);
    return best.isPresent() ? Optional.of(sentences.get(best.getAsInt())) : Optional.empty();
  }

  /**
   * Returns the sentence that determined the passage's score, if the index has vectors of tokens or
   * sentences.
   */
  private OptionalInt bestSentence(Query query, Passage passage, List<Span> sentences) {
    return comparesTokens(query)
        ? bestSentenceByTokens(tokens.get(), query, passage, sentences)
        : bestSentenceByVector(query, passage, sentences.size());
  }

  private boolean comparesTokens(Query query) {
    return tokens.isPresent() && !Encoder.isBlank(query.text());
  }

  private boolean comparesSentences() {
    return vectors.isPresent() && options.sentences();
  }

  private OptionalInt bestSentenceByTokens(
      TokenVectorScorer scorer, Query query, Passage passage, List<Span> sentences) {
    int textStart = passage.titledText().length() - passage.text().length();
    int[] starts = sentences.stream().mapToInt(span -> textStart + span.start()).toArray();
    Hit hit = new Hit(passage.documentId(), passage.ordinal(), 0);
    TokenVectors stored = snapshot.stored().tokenVectors(List.of(hit)).getFirst();
    float[] scores = scorer.scoreParts(query, passage, stored, starts);
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    return OptionalInt.of(best);
  }

  private OptionalInt bestSentenceByVector(Query query, Passage passage, int sentences) {
    if (!comparesSentences()) {
      return OptionalInt.empty();
    }
    float[] vector = vectors.get().get(query);
    if (!Encoder.isNonZero(vector)) {
      return OptionalInt.empty();
    }
    var denseQuery = DenseQuery.of(query, vector, snapshot.means(), options.calibrated());
    OptionalInt best = snapshot.stored().bestSentence(denseQuery, passage);
    return best.isPresent() && best.getAsInt() < sentences ? best : OptionalInt.empty();
  }

  private List<Match> matches(QueryTerms queryTerms, Passage passage) {
    String code = passage.language().code();
    Set<String> terms = queryTerms.terms(code);
    List<Match> matches = new ArrayList<>();
    for (QueryTerms.Token token :
        QueryTerms.tokensAndForms(snapshot.analyzers(), code, passage.text())) {
      boolean disjoint =
          matches.isEmpty() || token.span().start() >= matches.getLast().span().end();
      if (disjoint && token.span().end() > token.span().start() && terms.contains(token.term())) {
        matches.add(new Match(token.span(), token.term()));
      }
    }
    return matches;
  }

  private int chooseSentence(
      Query query, Passage passage, List<Match> matches, List<Span> sentences) {
    return matches.isEmpty()
        ? nearestSentence(query, passage.text(), sentences)
        : mostInformativeSentence(matches, passage, sentences);
  }

  /**
   * Returns the sentence whose distinct matches have the highest total IDF; the first one on ties.
   */
  private int mostInformativeSentence(List<Match> matches, Passage passage, List<Span> sentences) {
    Map<String, Double> weights =
        weights(PassageFields.textField(passage.language().code()), matches);
    int best = 0;
    double maximum = -1;
    for (int i = 0; i < sentences.size(); i++) {
      Set<String> seen = new HashSet<>();
      double sum = 0;
      for (Match match : matches) {
        if (sentences.get(i).start() <= match.span().start()
            && match.span().end() <= sentences.get(i).end()
            && seen.add(match.term())) {
          sum += weights.get(match.term());
        }
      }
      if (sum > maximum) {
        maximum = sum;
        best = i;
      }
    }
    return best;
  }

  /** Returns the IDF of the terms of matches. */
  private Map<String, Double> weights(String field, List<Match> matches) {
    long passages = snapshot.fieldStatistics(field).passages();
    Set<IndexTerm> terms =
        matches.stream()
            .map(match -> new IndexTerm(field, match.term()))
            .collect(Collectors.toSet());
    Map<String, Double> weights = new HashMap<>();
    snapshot
        .termStatistics(terms)
        .forEach(
            (term, statistics) -> {
              long matching = statistics.passages();
              weights.put(
                  term.text(), Math.log(1 + (passages - matching + 0.5) / (matching + 0.5)));
            });
    return weights;
  }

  private int nearestSentence(Query query, String text, List<Span> sentences) {
    if (vectors.isEmpty() || sentences.size() == 1) {
      return 0;
    }
    List<String> texts = sentences.stream().map(span -> span.coveredText(text)).toList();
    float[][] encoded = vectors.get().encoder().encode(texts, Role.PASSAGE);
    float[] queryVector = vectors.get().get(query);
    int best = 0;
    for (int i = 1; i < encoded.length; i++) {
      if (VectorUtil.dotProduct(queryVector, encoded[i])
          > VectorUtil.dotProduct(queryVector, encoded[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Shortens a span that is too long, at word boundaries, around its first match. */
  private static Span shorten(String text, Span span, List<Match> matches, int maxLength) {
    if (span.end() - span.start() <= maxLength) {
      return span;
    }
    int first =
        matches.stream()
            .map(match -> match.span().start())
            .filter(start -> start >= span.start() && start < span.end())
            .findFirst()
            .orElse(span.start());
    BreakIterator words = BreakIterator.getWordInstance(ULocale.ROOT);
    words.setText(text);
    int start = span.start();
    if (first - start > maxLength / 2) {
      start = Math.max(start, words.preceding(first - maxLength / 4));
    }
    int end = Math.min(span.end(), start + maxLength);
    if (end < span.end() && !words.isBoundary(end)) {
      int before = words.preceding(end);
      if (before > Math.max(start, first)) {
        return new Span(start, before);
      }
      // A single word is longer than a snippet: split it, but not within a surrogate pair.
      end = Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }
    return new Span(start, end);
  }

  /**
   * Collapses white space to single spaces and adjusts the offsets of the matches.
   *
   * @param whole the sentences from which {@code span} was taken
   */
  private static Snippet render(String text, Span whole, Span span, List<Match> matches) {
    StringBuilder rendered = new StringBuilder(span.start() > whole.start() ? ELLIPSIS : "");
    int[] offsets = new int[span.end() - span.start() + 1];
    for (int i = span.start(); i < span.end(); i++) {
      offsets[i - span.start()] = rendered.length();
      char c = text.charAt(i);
      boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (!blank) {
        rendered.append(c);
      } else if (!rendered.isEmpty() && rendered.charAt(rendered.length() - 1) != ' ') {
        rendered.append(' ');
      }
    }
    offsets[span.end() - span.start()] = rendered.length();
    List<Span> highlights = new ArrayList<>();
    for (Match match : matches) {
      if (match.span().start() >= span.start() && match.span().end() <= span.end()) {
        highlights.add(
            new Span(
                offsets[match.span().start() - span.start()],
                offsets[match.span().end() - span.start()]));
      }
    }
    if (span.end() < whole.end()) {
      rendered.append(ELLIPSIS);
    }
    return new Snippet(rendered.toString(), highlights);
  }
}
