// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.neural.Validation;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.text.Encoding;

/**
 * Measures the quality of a cross-encoder by ranking candidates: the mean over collections of the
 * mean of the configured measure over the queries. Ties count against the relevant passage.
 */
final class CandidateValidation implements Validation {
  /**
   * Number of passages in a pool: large enough to contain similar passages, small enough to compare
   * all at once.
   */
  static final int POOL_SIZE = 200;

  private final CandidateValidationOptions options;
  private final PretrainedModel base;
  private final CrossEncoder scorer;
  private final Map<String, List<CandidateList>> collections = new TreeMap<>();

  CandidateValidation(
      CandidateValidationOptions options, PretrainedModel base, CrossEncoder scorer) {
    this.options = requireNonNull(options, "options is null");
    this.base = requireNonNull(base, "base is null");
    this.scorer = requireNonNull(scorer, "scorer is null");
  }

  /** Adds the held-out pairs, and the multilingual sentences if they are configured. */
  void addTranslations(TextCorpus corpus) {
    for (PairGroup group : corpus.heldOut()) {
      int pool = Math.min(group.size(), POOL_SIZE);
      add(
          "held-out/" + group.kind() + '/' + group.name(),
          texts(corpus, group.right(), pool),
          texts(corpus, group.left(), pool),
          options.heldOutEach());
    }
    options
        .sentences()
        .map(folder -> ValidationSentences.read(folder).firstSentences(POOL_SIZE))
        .ifPresent(
            sentences ->
                sentences
                    .translations()
                    .forEach(
                        (language, texts) ->
                            add(
                                "sentences/" + language.tag(),
                                texts,
                                sentences.english(),
                                options.sentencesEach())));
  }

  private static List<String> texts(TextCorpus corpus, int[] sentences, int size) {
    return IntStream.range(0, size).mapToObj(i -> corpus.text(sentences[i])).toList();
  }

  private void add(String name, List<String> queryTexts, List<String> answers, int queryCount) {
    int[] keys = TranslationRetrievalValidation.textKeys(answers);
    NegativeSampler sampler =
        new NegativeSampler(
            answers.stream().map(text -> base.tokenizer().ids(text)).toArray(int[][]::new), keys);
    int count = options.candidates() - 1;
    NegativeOptions negatives = new NegativeOptions(count - count / 2, count / 2, POOL_SIZE);
    SplittableRandom random = new SplittableRandom(1);
    List<CandidateList> all = new ArrayList<>();
    for (int i = 0; i < Math.min(queryCount, queryTexts.size()); i++) {
      String query = queryTexts.get(i);
      List<Integer> selected = sampler.select(i, Set.of(), negatives, random);
      if (!selected.isEmpty()) {
        List<Encoding> pairs =
            Stream.concat(Stream.of(i), selected.stream())
                .map(index -> base.encodePair(query, answers.get(index)))
                .toList();
        int[] grades = new int[pairs.size()];
        grades[0] = 1;
        all.add(new CandidateList(pairs, grades));
      }
    }
    if (!all.isEmpty()) {
      collections.put(name, all);
    }
  }

  /**
   * Adds held-out judged queries; passages of other queries are added up to the number of
   * candidates.
   */
  void addJudged(JudgedQueries judged) {
    SplittableRandom random = new SplittableRandom(1);
    List<JudgedQueries.JudgedQuery> queries = judged.heldOutQueries();
    List<CandidateList> all = new ArrayList<>();
    for (int i = 0; i < Math.min(options.judgedQueries(), queries.size()); i++) {
      JudgedQueries.JudgedQuery judgedQuery = queries.get(i);
      List<Integer> passages = new ArrayList<>();
      List<Integer> grades = new ArrayList<>();
      for (int j = 0; j < Math.min(judgedQuery.passages().length, options.candidates()); j++) {
        // Only one relevant passage, and all irrelevant ones.
        if (j == 0 || judgedQuery.grades()[j] <= 0) {
          passages.add(judgedQuery.passages()[j]);
          grades.add(judgedQuery.grades()[j]);
        }
      }
      for (int attempts = 0; passages.size() < options.candidates() && attempts < 100; attempts++) {
        JudgedQueries.JudgedQuery other =
            judged.trainingQueries().get(random.nextInt(judged.trainingQueries().size()));
        int passage = other.passages()[0];
        if (!passages.contains(passage)
            && IntStream.of(judgedQuery.passages()).noneMatch(known -> known == passage)) {
          passages.add(passage);
          grades.add(0);
        }
      }
      String query = judged.text(judgedQuery.query());
      all.add(
          new CandidateList(
              passages.stream()
                  .map(passage -> base.encodePair(query, judged.text(passage)))
                  .toList(),
              grades.stream().mapToInt(Integer::intValue).toArray()));
    }
    if (!all.isEmpty()) {
      collections.put("judged", all);
    }
  }

  boolean isEmpty() {
    return collections.isEmpty();
  }

  @Override
  public Outcome validate() {
    Map<String, Double> details = new TreeMap<>();
    Map<String, List<Double>> scores = new TreeMap<>();
    Map<String, List<Double>> accuracies = new TreeMap<>();
    collections.forEach(
        (name, all) -> {
          double score = 0;
          double accuracy = 0;
          for (CandidateList candidates : all) {
            int rank = rank(scorer.scoreArray(candidates.pairs()));
            score += options.measure().valueAt(rank);
            accuracy += CandidateValidationOptions.RankingMeasure.FIRST.valueAt(rank);
          }
          details.put(name, score / all.size());
          String collection = name.split("/", 2)[0];
          scores.computeIfAbsent(collection, key -> new ArrayList<>()).add(score / all.size());
          accuracies
              .computeIfAbsent(collection, key -> new ArrayList<>())
              .add(accuracy / all.size());
        });
    scores.forEach((name, values) -> details.put(name, mean(values)));
    accuracies.forEach((name, values) -> details.put(name + " accuracy", mean(values)));
    return new Outcome(
        mean(scores.values().stream().map(CandidateValidation::mean).toList()), details);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Returns the rank of the first score among all, from 1. */
  static int rank(float[] scores) {
    int rank = 1;
    for (int i = 1; i < scores.length; i++) {
      if (scores[i] >= scores[0]) {
        rank++;
      }
    }
    return rank;
  }
}
