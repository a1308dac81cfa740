package org.isogloss.papers.xpr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;

/**
 * Sentence pairs for cross-lingual paraphrase identification (Chen et al. 2020, section IV-B), half
 * of them positive. A positive pair is a sentence with a paraphrase of it, as far as there are and
 * in at most half of them, else with itself: in one language that is the identity, in two a
 * translation. A negative pair is a sentence with another one, every other time one at random, else
 * of some hundred the most similar one by an encoder.
 */
final class ParaphrasePairs {
  /** Among so many sentences the most similar one is looked for. */
  private static final int POOL = 256;

  private static final int MOST_TRIES = 1000;

  private final List<BitextTwins.Sentence> sentences;
  private final SameMeaning meaning;
  private final Encoder encoder;
  private final Random random;

  private ParaphrasePairs(List<BitextTwins.Sentence> sentences, Encoder encoder, Random random) {
    this.sentences = sentences;
    this.meaning = new SameMeaning(sentences);
    this.encoder = encoder;
    this.random = random;
  }

  /**
   * Makes pairs, in an order without meaning.
   *
   * @param size how many, at most twice as many as there are sentences
   * @param encoder of sentences in the first language; its vectors tell which are similar
   * @throws IsoglossException if all sentences say the same
   */
  static List<TwinPair> of(
      List<BitextTwins.Sentence> sentences, int size, Encoder encoder, Random random) {
    ParaphrasePairs pairs = new ParaphrasePairs(sentences, encoder, random);
    List<Integer> order = new ArrayList<>(IntStream.range(0, sentences.size()).boxed().toList());
    Collections.shuffle(order, random);
    int positives = Math.min(size / 2, order.size());
    int negatives = Math.min(size - positives, order.size());
    List<TwinPair> all = new ArrayList<>(pairs.positives(order, positives));
    Collections.shuffle(order, random);
    List<Integer> asking = order.subList(0, negatives);
    all.addAll(pairs.atRandom(asking.subList(0, negatives / 2)));
    all.addAll(pairs.similar(asking.subList(negatives / 2, negatives)));
    Collections.shuffle(all, random);
    return all;
  }

  private TwinPair pair(int left, int right, boolean positive) {
    return new TwinPair(sentences.get(left).twin(), sentences.get(right).twin(), positive);
  }

  private List<TwinPair> positives(List<Integer> order, int size) {
    List<TwinPair> paraphrases = new ArrayList<>();
    List<TwinPair> identities = new ArrayList<>();
    for (int sentence : order) {
      OptionalInt other =
          paraphrases.size() < size / 2
              ? meaning.paraphrase(sentence, random)
              : OptionalInt.empty();
      if (other.isPresent()) {
        paraphrases.add(pair(sentence, other.getAsInt(), true));
      } else if (identities.size() < size) {
        identities.add(pair(sentence, sentence, true));
      }
    }
    paraphrases.addAll(identities.subList(0, size - paraphrases.size()));
    return paraphrases;
  }

  private List<TwinPair> atRandom(List<Integer> asking) {
    return asking.stream().map(one -> pair(one, another(one), false)).toList();
  }

  private int another(int sentence) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      int other = random.nextInt(sentences.size());
      if (!meaning.linked(sentence, other)) {
        return other;
      }
    }
    throw new IsoglossException(
        "of "
            + sentences.size()
            + " sentences nearly all say the same: bitext that is more various is needed");
  }

  private List<TwinPair> similar(List<Integer> asking) {
    List<TwinPair> pairs = new ArrayList<>();
    for (int from = 0; from < asking.size(); from += POOL) {
      List<Integer> pool = asking.subList(from, Math.min(asking.size(), from + POOL));
      float[][] vectors =
          encoder.encode(
              pool.stream().map(one -> sentences.get(one).twin().first()).toList(), Role.QUERY);
      for (int i = 0; i < vectors.length; i++) {
        pairs.add(pair(pool.get(i), nearest(i, pool, vectors), false));
      }
    }
    return pairs;
  }

  private int nearest(int own, List<Integer> pool, float[][] vectors) {
    int nearest = -1;
    float best = Float.NEGATIVE_INFINITY;
    for (int other = 0; other < vectors.length; other++) {
      if (!meaning.linked(pool.get(own), pool.get(other))) {
        float cosine = 0;
        for (int d = 0; d < vectors[own].length; d++) {
          cosine += vectors[own][d] * vectors[other][d];
        }
        if (cosine > best) {
          best = cosine;
          nearest = pool.get(other);
        }
      }
    }
    return nearest < 0 ? another(pool.get(own)) : nearest;
  }
}
