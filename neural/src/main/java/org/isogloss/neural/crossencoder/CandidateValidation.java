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
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.text.Encoding;

/**
 * Ranks candidates with a cross-encoder, to say how good it is: the mean over collections of the
 * mean of the plan's measure. Ties count against it.
 */
final class CandidateValidation implements Validation {
  /** Enough passages to find near ones among, few enough to be compared at once. */
  private static final int POOL_SIZE = 200;

  private final CandidateValidationOptions options;
  private final PretrainedModel base;
  private final CrossEncoder scorer;
  private final Map<String, List<CandidateList>> collections = new TreeMap<>();

  CandidateValidation(
      CandidateValidationOptions options, PretrainedModel base, CrossEncoder scorer) {
    this.options = requireNonNull(options, "plan is null");
    this.base = requireNonNull(base, "base is null");
    this.scorer = requireNonNull(scorer, "scorer is null");
  }

  /** Adds held-out pairs, and sentences in many languages where the plan names them. */
  void addTranslations(TextCorpus corpus) {
    for (PairGroup group : corpus.heldOut()) {
      int pool = Math.min(group.size(), POOL_SIZE);
      add(
          "held-out/" + group.name(),
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
    NegativeSampler choice =
        new NegativeSampler(
            answers.stream().map(text -> base.tokenizer().ids(text)).toArray(int[][]::new), keys);
    int wrong = options.candidates() - 1;
    NegativeOptions negatives = new NegativeOptions(wrong - wrong / 2, wrong / 2, POOL_SIZE);
    SplittableRandom random = new SplittableRandom(1);
    List<CandidateList> all = new ArrayList<>();
    for (int i = 0; i < Math.min(queryCount, queryTexts.size()); i++) {
      String query = queryTexts.get(i);
      List<Integer> against = choice.select(i, Set.of(), negatives, random);
      if (!against.isEmpty()) {
        List<Encoding> pairs =
            Stream.concat(Stream.of(i), against.stream())
                .map(place -> base.encodePair(query, answers.get(place)))
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

  /** Adds held-out judged queries; passages of other queries fill up their candidates. */
  void addJudged(JudgedQueries judged) {
    SplittableRandom random = new SplittableRandom(1);
    List<JudgedQueries.JudgedQuery> asking = judged.heldOutQueries();
    List<CandidateList> all = new ArrayList<>();
    for (int i = 0; i < Math.min(options.judgedQueries(), asking.size()); i++) {
      JudgedQueries.JudgedQuery one = asking.get(i);
      List<Integer> passages = new ArrayList<>();
      List<Integer> grades = new ArrayList<>();
      for (int j = 0; j < Math.min(one.passages().length, options.candidates()); j++) {
        // One right one, and those that were judged lower.
        if (j == 0 || one.grades()[j] <= 0) {
          passages.add(one.passages()[j]);
          grades.add(one.grades()[j]);
        }
      }
      for (int tries = 0; passages.size() < options.candidates() && tries < 100; tries++) {
        JudgedQueries.JudgedQuery other =
            judged.trainingQueries().get(random.nextInt(judged.trainingQueries().size()));
        int passage = other.passages()[0];
        if (!passages.contains(passage)
            && IntStream.of(one.passages()).noneMatch(own -> own == passage)) {
          passages.add(passage);
          grades.add(0);
        }
      }
      String query = judged.text(one.query());
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
    Map<String, List<Double>> firsts = new TreeMap<>();
    collections.forEach(
        (name, all) -> {
          double score = 0;
          double first = 0;
          for (CandidateList candidates : all) {
            int rank = rank(scorer.scoreArray(candidates.pairs()));
            score += options.measure().valueAt(rank);
            first += CandidateValidationOptions.RankingMeasure.FIRST.valueAt(rank);
          }
          details.put(name, score / all.size());
          String collection = name.split("/", 2)[0];
          scores.computeIfAbsent(collection, key -> new ArrayList<>()).add(score / all.size());
          firsts.computeIfAbsent(collection, key -> new ArrayList<>()).add(first / all.size());
        });
    scores.forEach((name, values) -> details.put(name, mean(values)));
    firsts.forEach((name, values) -> details.put(name + " accuracy", mean(values)));
    return new Outcome(
        mean(scores.values().stream().map(CandidateValidation::mean).toList()), details);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** The place of the first score among all, from 1. */
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
