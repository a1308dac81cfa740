package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Draws HICTL's pairs: a language, all being equally likely (Wei et al. 2021, section 4.1); then a
 * sentence of it with its translation, or with its own pieces in another order (section 3.1). A
 * language's pairs come from each kind of data that has some equally often, and there from each
 * language that it is paired with.
 *
 * <p>What is drawn follows from the seed and the batch's number alone.
 */
final class HictlPairBatches implements Batches<HictlBatch> {
  private static final String NUMBER = "batches";

  private final TextCorpus corpus;
  private final PretrainedModel base;
  private final HictlBatchOptions options;
  private final long seed;
  private final List<Language> languages;
  private long number;

  /** A group of pairs, and which side of it a language is. */
  private record Side(PairGroup group, boolean left) {
    int sentence(int pair) {
      return left ? group.left()[pair] : group.right()[pair];
    }

    int translation(int pair) {
      return left ? group.right()[pair] : group.left()[pair];
    }
  }

  /** A language with its groups, by kind. */
  private record Language(String name, List<List<Side>> kinds) {
    Side draw(SplittableRandom random) {
      List<Side> sides = kinds.get(random.nextInt(kinds.size()));
      return sides.get(random.nextInt(sides.size()));
    }
  }

  /**
   * Draws.
   *
   * @throws TrainingException if there is no pair
   */
  HictlPairBatches(TextCorpus corpus, PretrainedModel base, HictlBatchOptions options, long seed) {
    this.corpus = corpus;
    this.base = base;
    this.options = options;
    this.seed = seed;
    this.languages = languages(corpus.training());
    if (languages.isEmpty()) {
      throw new TrainingException("there is no pair to train on");
    }
  }

  private static List<Language> languages(List<PairGroup> groups) {
    Map<String, Map<String, List<Side>>> all = new TreeMap<>();
    for (PairGroup group : groups) {
      if (group.size() > 0) {
        String[] names = group.name().split("-", 2);
        for (int i = 0; i < names.length; i++) {
          all.computeIfAbsent(names[i], key -> new LinkedHashMap<>())
              .computeIfAbsent(group.kind(), key -> new ArrayList<>())
              .add(new Side(group, i == 0));
        }
      }
    }
    List<Language> languages = new ArrayList<>();
    all.forEach((name, kinds) -> languages.add(new Language(name, List.copyOf(kinds.values()))));
    return languages;
  }

  @Override
  public HictlBatch next() {
    SplittableRandom random = new SplittableRandom(PairSampler.mixSeeds(seed, number));
    List<HictlPair> pairs = new ArrayList<>();
    for (int i = 0; i < options.pairs(); i++) {
      Side side = languages.get(random.nextInt(languages.size())).draw(random);
      int at = random.nextInt(side.group().size());
      pairs.add(
          random.nextDouble() < options.monolingual()
              ? reordered(side.sentence(at), random)
              : translated(side.sentence(at), side.translation(at)));
    }
    return new HictlBatch(pairs, number++);
  }

  @Override
  public int exampleCount(HictlBatch batch) {
    return batch.pairs().size();
  }

  private HictlPair translated(int sentence, int translation) {
    String x = corpus.text(sentence);
    String y = corpus.text(translation);
    return new HictlPair(
        TextPair.of(base.encodeQuery(x), base.encodeQuery(y), sentence, translation),
        base.encodePair(x, y),
        false);
  }

  private HictlPair reordered(int sentence, SplittableRandom random) {
    String x = corpus.text(sentence);
    Encoding alone = base.encodeQuery(x);
    int prefix = base.encodingSettings().queryPrefix().length();
    long order = random.nextLong();
    return new HictlPair(
        TextPair.of(
            alone,
            reordered(alone, Encoding.FIRST, prefix, new SplittableRandom(order)),
            sentence,
            // No sentence of the corpus is this one.
            ~sentence),
        reordered(base.encodePair(x, x), Encoding.SECOND, 0, new SplittableRandom(order)),
        true);
  }

  /**
   * A text with its pieces in another order; special tokens stay where they are.
   *
   * @param source which of two texts
   * @param from pieces that end here or before, those of a prefix, stay where they are
   */
  static Encoding reordered(Encoding text, int source, int from, SplittableRandom random) {
    Encoding other =
        new Encoding(
            text.ids().clone(),
            text.typeIds(),
            text.sequenceIds(),
            text.starts().clone(),
            text.ends().clone());
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      if (text.sequenceIds()[i] == source && text.ends()[i] > from) {
        places.add(i);
      }
    }
    for (int last = places.size() - 1; last > 0; last--) {
      int a = places.get(last);
      int b = places.get(random.nextInt(last + 1));
      swap(other.ids(), a, b);
      swap(other.starts(), a, b);
      swap(other.ends(), a, b);
    }
    return other;
  }

  private static void swap(int[] values, int a, int b) {
    int kept = values[a];
    values[a] = values[b];
    values[b] = kept;
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(NUMBER, new long[] {number});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    number = position.get(NUMBER)[0];
  }
}
