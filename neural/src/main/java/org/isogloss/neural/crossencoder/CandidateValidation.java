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
import org.isogloss.neural.MateValidation;
import org.isogloss.neural.PairGroup;
import org.isogloss.neural.ParallelSentences;
import org.isogloss.neural.Validation;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.text.Encoding;

/**
 * Ranks candidates with a cross-encoder, to say how good it is: the mean over collections of the
 * mean of the plan's measure. Ties count against it.
 */
final class CandidateValidation implements Validation {
  /** Enough passages to find near ones among, few enough to be compared at once. */
  private static final int POOL = 200;

  private final CandidatePlan plan;
  private final RankerBase base;
  private final CrossEncoder scorer;
  private final Map<String, List<Candidates>> collections = new TreeMap<>();

  CandidateValidation(CandidatePlan plan, RankerBase base, CrossEncoder scorer) {
    this.plan = requireNonNull(plan, "plan is null");
    this.base = requireNonNull(base, "base is null");
    this.scorer = requireNonNull(scorer, "scorer is null");
  }

  /** Adds held-out pairs, and sentences in many languages where the plan names them. */
  void addTranslations(TextCorpus corpus) {
    for (PairGroup group : corpus.heldOut()) {
      int pool = Math.min(group.size(), POOL);
      add(
          "held-out/" + group.name(),
          texts(corpus, group.right(), pool),
          texts(corpus, group.left(), pool),
          plan.heldOutEach());
    }
    plan.sentences()
        .map(folder -> ParallelSentences.read(folder).first(POOL))
        .ifPresent(
            sentences ->
                sentences
                    .others()
                    .forEach(
                        (language, texts) ->
                            add(
                                "sentences/" + language.tag(),
                                texts,
                                sentences.english(),
                                plan.sentencesEach())));
  }

  private static List<String> texts(TextCorpus corpus, int[] sentences, int size) {
    return IntStream.range(0, size).mapToObj(i -> corpus.text(sentences[i])).toList();
  }

  private void add(String name, List<String> asking, List<String> answers, int queries) {
    int[] keys = MateValidation.keys(answers);
    NegativeChoice choice =
        new NegativeChoice(
            answers.stream().map(text -> base.tokenizer().ids(text)).toArray(int[][]::new), keys);
    int wrong = plan.candidates() - 1;
    NegativePlan negatives = new NegativePlan(wrong - wrong / 2, wrong / 2, POOL);
    SplittableRandom random = new SplittableRandom(1);
    List<Candidates> all = new ArrayList<>();
    for (int i = 0; i < Math.min(queries, asking.size()); i++) {
      String query = asking.get(i);
      List<Integer> against = choice.against(i, Set.of(), negatives, random);
      if (!against.isEmpty()) {
        List<Encoding> pairs =
            Stream.concat(Stream.of(i), against.stream())
                .map(place -> base.together(query, answers.get(place)))
                .toList();
        int[] grades = new int[pairs.size()];
        grades[0] = 1;
        all.add(new Candidates(pairs, grades));
      }
    }
    if (!all.isEmpty()) {
      collections.put(name, all);
    }
  }

  /** Adds held-out judged queries; passages of other queries fill up their candidates. */
  void addJudged(JudgedSet judged) {
    SplittableRandom random = new SplittableRandom(1);
    List<JudgedSet.Judged> asking = judged.heldOut();
    List<Candidates> all = new ArrayList<>();
    for (int i = 0; i < Math.min(plan.judgedQueries(), asking.size()); i++) {
      JudgedSet.Judged one = asking.get(i);
      List<Integer> passages = new ArrayList<>();
      List<Integer> grades = new ArrayList<>();
      for (int j = 0; j < Math.min(one.passages().length, plan.candidates()); j++) {
        // One right one, and those that were judged lower.
        if (j == 0 || one.grades()[j] <= 0) {
          passages.add(one.passages()[j]);
          grades.add(one.grades()[j]);
        }
      }
      for (int tries = 0; passages.size() < plan.candidates() && tries < 100; tries++) {
        JudgedSet.Judged other = judged.training().get(random.nextInt(judged.training().size()));
        int passage = other.passages()[0];
        if (!passages.contains(passage)
            && IntStream.of(one.passages()).noneMatch(own -> own == passage)) {
          passages.add(passage);
          grades.add(0);
        }
      }
      String query = judged.text(one.query());
      all.add(
          new Candidates(
              passages.stream().map(passage -> base.together(query, judged.text(passage))).toList(),
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
          for (Candidates candidates : all) {
            int rank = rank(scorer.numbers(candidates.pairs()));
            score += plan.measure().of(rank);
            first += CandidatePlan.Ranked.FIRST.of(rank);
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
