// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.api.TermMatch;
import org.isogloss.api.WordMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Encoder;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.pipeline.TranslationModels;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.retrieve.QueryTermStatistics;
import org.isogloss.search.retrieve.QueryTranslation;
import org.isogloss.search.retrieve.SparseQueries;
import org.isogloss.search.retrieve.TranslatedQueryWord;
import org.isogloss.search.retrieve.WordEdits;
import org.isogloss.search.rules.SearchRules;

/**
 * Shows how queries match passages of an index: by terms, as the lexical parts of a pipeline count
 * them, and by vectors. Queries are truncated to {@link QueryLimit}. This class is thread-safe.
 */
public final class PassageMatches {
  private final Translations translations;
  private final SearchRules rules;
  private final IndexSnapshot snapshot;
  private final Optional<TokenVectorScorer> scorer;
  private final Optional<Encoder> encoder;
  private final Optional<SparseQueries> sparse;
  private final SnippetGenerator snippets;

  /** The translators of queries: tables of the index, and models. */
  record Translations(IndexTranslationTables tables, TranslationModels models) {}

  /**
   * @param scorer the scorer whose token vectors the index stores; empty if it stores none
   * @param encoder the encoder of the index; empty if the index is open without it
   * @param sparse the weights of the terms of queries; empty if the index is open without them
   */
  PassageMatches(
      Translations translations,
      SearchRules rules,
      IndexSnapshot snapshot,
      Optional<TokenVectorScorer> scorer,
      Optional<Encoder> encoder,
      Optional<SparseQueries> sparse,
      SnippetGenerator snippets) {
    this.translations = translations;
    this.rules = rules;
    this.snapshot = snapshot;
    this.scorer = scorer;
    this.encoder = encoder;
    this.sparse = sparse;
    this.snippets = snippets;
  }

  /**
   * Returns which words of passages matched which words of a query, according to the lexical
   * components of a pipeline, and which terms have weights in both according to {@code sparse}.
   *
   * @return a thread-safe function from a passage to its matches; they are empty if no word
   *     matched, for example if only {@code dense} found the passage
   */
  public Function<Passage, List<TermMatch>> terms(Pipeline pipeline, Query query) {
    Query truncated = QueryLimit.truncate(query);
    Map<Pipeline.Lexical, Map<String, List<TranslatedQueryWord>>> words = new LinkedHashMap<>();
    for (Pipeline.Lexical part : pipeline.lexicalRetrievers()) {
      words.put(
          part,
          QueryTranslation.of(
                  part,
                  snapshot.codes(),
                  snapshot.analyzers(),
                  translations.tables(),
                  Set.of(),
                  translations.models(),
                  WordEdits.of(snapshot, rules))
              .of(truncated, new QueryTermStatistics(snapshot)));
    }
    Optional<SparseQueries> terms = sparse.filter(queries -> pipeline.usesSparseVectors());
    return passage ->
        Stream.concat(
                words.entrySet().stream()
                    .flatMap(
                        entry ->
                            TermMatches.find(
                                entry.getKey(), entry.getValue(), snapshot.analyzers(), passage)
                                .stream()),
                terms.stream().flatMap(queries -> SparseMatches.find(queries, truncated, passage)))
            .toList();
  }

  /**
   * Returns which words of passages match the words of a query, whichever pipeline found them: by
   * the token vectors that the index stores, or else by the vectors of single words.
   *
   * @return a thread-safe function from a passage to its matches; they are empty if the index is
   *     open without its models
   */
  public Function<Passage, List<WordMatch>> words(Query query) {
    return WordMatches.of(snapshot, scorer, encoder, QueryLimit.truncate(query))::in;
  }

  /**
   * Returns the matches of the tokens of a query and a passage, whose contributions add up to the
   * score of a scorer.
   *
   * @return empty if the index does not store the token vectors of the scorer
   */
  public Optional<List<TokenMatch>> tokens(PairScorer pairScorer, Query query, Passage passage) {
    return WordMatches.tokenMatches(
        snapshot,
        scorer.filter(stored -> stored == pairScorer),
        QueryLimit.truncate(query),
        passage);
  }

  /**
   * Returns the sentence of a passage that is most similar to a query.
   *
   * @return its position in the passage's text; empty if the index has no vectors of tokens or
   *     sentences, or is open without its models
   */
  public Optional<Span> sentence(Query query, Passage passage) {
    return snippets.bestSentence(QueryLimit.truncate(query), passage);
  }
}
