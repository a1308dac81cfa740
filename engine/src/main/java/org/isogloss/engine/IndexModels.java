// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.relevance.ScoredTexts;
import org.isogloss.search.relevance.TextRanker;
import org.isogloss.search.storage.IndexLocation;

/** The models of an engine: {@link SearchEngine#models}. They are closed with the engine. */
public final class IndexModels {
  private final IndexLocation location;
  private final ReadAccess access;
  private final EngineModels models;
  private final QueryReader reader;
  private final String defaultReranker;

  IndexModels(
      IndexLocation location,
      ReadAccess access,
      EngineModels models,
      QueryReader reader,
      Pipeline defaultPipeline) {
    this.location = location;
    this.access = access;
    this.models = models;
    this.reader = reader;
    this.defaultReranker = defaultPipeline.reranker().orElse(Pipeline.Reranked.DEFAULT_SCORER);
  }

  /** The encoder of the index's vectors; empty if the engine was opened without one. */
  public Optional<Encoder> encoder() {
    return models.encoder();
  }

  /** The name of the model of the index's vectors; empty like {@link #encoder}. */
  public Optional<String> encoderName() {
    return models.model().map(EngineEncoder::name);
  }

  /**
   * Returns the re-ranker to which pipelines refer by a name: one that the program registered, a
   * model folder, or a shipped model. It is closed with the engine, unless the program registered
   * it.
   *
   * @return the re-ranker; empty if the name is {@link Pipeline.Reranked#DEFAULT_SCORER} and no
   *     such model exists
   * @throws IsoglossException if there is no model with another name, or a model cannot be opened
   */
  public Optional<PairScorer> reranker(String name) {
    return access.run(() -> models.rerankers().find(name));
  }

  /** Whether there is a model that finds the answers of {@link SearchRequest#withAnswers}. */
  public boolean findsAnswers() {
    return models.answers().isPresent();
  }

  /**
   * Encodes texts with the model of the index.
   *
   * @return {@code float[texts.size()][dimension]}, as {@link Encoder#encode} returns it
   * @throws IsoglossException if the index has no model or was opened without it
   */
  public float[][] encode(List<String> texts, Role role) {
    return access.run(() -> requireEncoder().encode(texts, role));
  }

  private Encoder requireEncoder() {
    return models
        .encoder()
        .orElseThrow(
            () ->
                new IsoglossException(
                    location.name()
                        + ": the index was created or opened without a model, which encoding"
                        + " needs; open a model by its name instead"));
  }

  /**
   * Re-ranks passages, which need not be in the index, with the re-ranker of the default pipeline,
   * or with the shipped re-ranker if that pipeline has none.
   *
   * @return all passages, best first; passages with equal scores keep their order
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(Query query, List<Passage> passages) {
    return rerank(defaultReranker, query, passages);
  }

  /**
   * Re-ranks passages, which need not be in the index.
   *
   * @param reranker a re-ranker that the program registered, a model folder, or a shipped model
   * @return all passages, best first; passages with equal scores keep their order
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(String reranker, Query query, List<Passage> passages) {
    List<Passage> all = List.copyOf(passages);
    return access.run(
        () -> {
          PairScorer scorer = models.reranker(reranker);
          float[] scores =
              all.isEmpty()
                  ? new float[0]
                  : scorer.score(QueryLimit.truncate(reader.read(query)), all);
          List<ScoredPassage> scored = new ArrayList<>();
          for (int i = 0; i < scores.length; i++) {
            scored.add(new ScoredPassage(i, all.get(i), scores[i]));
          }
          scored.sort(Comparator.comparingDouble(ScoredPassage::score).reversed());
          return List.copyOf(scored);
        });
  }

  /** Re-ranks plain texts in any language: text {@code i} becomes the document {@code i}. */
  public List<ScoredPassage> rerank(String query, List<String> texts) {
    return rerank(
        Query.of(query),
        IntStream.range(0, texts.size())
            .mapToObj(
                i -> {
                  String text = texts.get(i);
                  return new Passage(
                      String.valueOf(i), 0, Language.UNDETERMINED, "", text, 0, text.length());
                })
            .toList());
  }

  /**
   * Returns the texts of a ranking with scores that are comparable between queries, for example to
   * estimate probabilities from judgements.
   *
   * @param pipeline the pipeline that found the hits
   * @param ranking at least {@value TextRanker#WINDOW} hits unless there are no more
   * @throws IsoglossException if the re-ranker of the pipeline is not available, the index does not
   *     contain a hit, or the pipeline has neither a re-ranker nor a dense retriever
   */
  public ScoredTexts scoreTexts(Pipeline pipeline, Query query, Ranking ranking) {
    return access.read(
        commit ->
            TextRanker.of(
                    commit.index(),
                    pipeline,
                    name -> Optional.of(models.reranker(name)),
                    /* translations= */ false)
                .score(reader.read(query, commit), ranking));
  }

  /**
   * How the scores of a re-ranker become probabilities in this index.
   *
   * @param reranker a re-ranker that the program registered, a model folder, or a shipped model
   * @return empty if neither the index nor the model of the re-ranker states it
   * @throws IsoglossException if there is no such re-ranker
   */
  public Optional<ScoreProbability> probability(String reranker) {
    return access.read(
        commit -> commit.index().scoring().probability(reranker, models.reranker(reranker)));
  }

  /**
   * How the cosines of the vectors of queries and passages become probabilities in this index, for
   * pipelines without a re-ranker.
   *
   * @return empty if neither the index nor its model states it, or the engine has no model
   */
  public Optional<ScoreProbability> probability() {
    return access.read(commit -> commit.index().scoring().probability());
  }

  /**
   * Stores in the index how the scores of a re-ranker become probabilities, in place of what its
   * model states, and refreshes the engine. An index stores this for one re-ranker, or for its
   * vectors.
   *
   * @throws IsoglossException if the index cannot be written
   */
  public void setProbability(String reranker, ScoreProbability probability) {
    setProbability(new IndexProbability(Optional.of(reranker), probability));
  }

  /**
   * Stores in the index how the cosines of vectors become probabilities, like {@link
   * #setProbability(String, ScoreProbability)}.
   *
   * @throws IsoglossException if the index cannot be written
   */
  public void setProbability(ScoreProbability probability) {
    setProbability(new IndexProbability(Optional.empty(), probability));
  }

  private void setProbability(IndexProbability estimate) {
    access.run(
        () -> {
          location.setProbability(estimate);
          return access.current().refresh();
        });
  }
}
