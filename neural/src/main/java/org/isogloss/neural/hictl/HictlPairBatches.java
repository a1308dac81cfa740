// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.MonolingualTextReader;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Samples the pairs of HICTL: first a language, uniformly (Wei et al. 2021, section 4.1); then a
 * sentence in this language with its translation, or with a permutation of its tokens (section
 * 3.1). Sentences with permutations are from the text without translations, if the language has
 * any; a language that has nothing else has only such pairs. The kinds of data that contain the
 * language are sampled uniformly, and within a kind the language pairs with the language.
 *
 * <p>The sample depends only on the seed and the number of the batch.
 */
final class HictlPairBatches implements Batches<HictlBatch> {
  private static final String NUMBER = "batches";

  private final TextCorpus corpus;
  private final PretrainedModel base;
  private final HictlBatchOptions options;
  private final long seed;
  private final List<Language> languages;
  private long number;

  /** A group of pairs, and the side on which a language is. */
  private record Side(PairGroup group, boolean left) {
    int sentence(int pair) {
      return left ? group.left()[pair] : group.right()[pair];
    }

    int translation(int pair) {
      return left ? group.right()[pair] : group.left()[pair];
    }
  }

  /**
   * A language.
   *
   * @param kinds its groups of translations by kind
   * @param monolingual its text without translations
   */
  private record Language(List<List<Side>> kinds, List<PairGroup> monolingual) {
    Side sample(SplittableRandom random) {
      List<Side> sides = kinds.get(random.nextInt(kinds.size()));
      return sides.get(random.nextInt(sides.size()));
    }

    int sampleMonolingual(SplittableRandom random) {
      PairGroup group = monolingual.get(random.nextInt(monolingual.size()));
      return group.left()[random.nextInt(group.size())];
    }
  }

  /**
   * Creates the batches.
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
    Map<String, List<PairGroup>> monolingual = new HashMap<>();
    for (PairGroup group : groups) {
      if (group.kind().equals(MonolingualTextReader.MONOLINGUAL)) {
        String name = group.languages().getFirst();
        all.computeIfAbsent(name, key -> new LinkedHashMap<>());
        monolingual.computeIfAbsent(name, key -> new ArrayList<>()).add(group);
      } else if (group.size() > 0) {
        List<String> names = group.languages();
        for (int i = 0; i < names.size(); i++) {
          all.computeIfAbsent(names.get(i), key -> new LinkedHashMap<>())
              .computeIfAbsent(group.kind(), key -> new ArrayList<>())
              .add(new Side(group, i == 0));
        }
      }
    }
    List<Language> languages = new ArrayList<>();
    all.forEach(
        (name, kinds) ->
            languages.add(
                new Language(
                    List.copyOf(kinds.values()), monolingual.getOrDefault(name, List.of()))));
    return languages;
  }

  @Override
  public HictlBatch next() {
    SplittableRandom random = new SplittableRandom(PairSampler.mixSeeds(seed, number));
    List<HictlPair> pairs = new ArrayList<>();
    for (int i = 0; i < options.pairs(); i++) {
      pairs.add(sample(languages.get(random.nextInt(languages.size())), random));
    }
    return new HictlBatch(pairs, number++);
  }

  private HictlPair sample(Language language, SplittableRandom random) {
    if (language.kinds().isEmpty()) {
      return reordered(language.sampleMonolingual(random), random);
    }
    Side side = language.sample(random);
    int at = random.nextInt(side.group().size());
    if (random.nextDouble() >= options.monolingual()) {
      return translated(side.sentence(at), side.translation(at));
    }
    return reordered(
        language.monolingual().isEmpty() ? side.sentence(at) : language.sampleMonolingual(random),
        random);
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
    Encoding encoding = base.encodeQuery(x);
    int prefix = base.encodingSettings().queryPrefix().length();
    long order = random.nextLong();
    return new HictlPair(
        TextPair.of(
            encoding,
            reordered(encoding, Encoding.FIRST, prefix, new SplittableRandom(order)),
            sentence,
            // A key that no sentence of the corpus has.
            ~sentence),
        reordered(base.encodePair(x, x), Encoding.SECOND, 0, new SplittableRandom(order)),
        true);
  }

  /**
   * Returns a text with its tokens in random order; special tokens keep their positions.
   *
   * @param source which of two texts to permute, as a sequence id of the encoding
   * @param from tokens that end at this character or before, which belong to a prefix, keep their
   *     positions
   */
  static Encoding reordered(Encoding text, int source, int from, SplittableRandom random) {
    Encoding permuted =
        new Encoding(
            text.ids().clone(),
            text.typeIds(),
            text.sequenceIds(),
            text.starts().clone(),
            text.ends().clone());
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      if (text.sequenceIds()[i] == source && text.ends()[i] > from) {
        positions.add(i);
      }
    }
    for (int last = positions.size() - 1; last > 0; last--) {
      int a = positions.get(last);
      int b = positions.get(random.nextInt(last + 1));
      swap(permuted.ids(), a, b);
      swap(permuted.starts(), a, b);
      swap(permuted.ends(), a, b);
    }
    return permuted;
  }

  private static void swap(int[] values, int a, int b) {
    int value = values[a];
    values[a] = values[b];
    values[b] = value;
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
