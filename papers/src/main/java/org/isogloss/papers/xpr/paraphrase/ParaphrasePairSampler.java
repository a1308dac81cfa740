// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.papers.xpr.mixture.BilingualPair;

/**
 * Samples sentence pairs for cross-lingual paraphrase identification (Chen et al. 2020, section
 * IV-B), half of them positive. A positive pair is a sentence with a paraphrase, if there is one
 * and in at most half of them, otherwise with itself: an identity in one language, a translation in
 * two. A negative pair is a sentence with another one, in turns a random one and the most similar
 * one of a sample by an encoder.
 */
public final class ParaphrasePairSampler {
  /** Size of the sample from which the most similar sentence is chosen. */
  private static final int SIMILARITY_POOL_SIZE = 256;

  private static final int MAX_ATTEMPTS = 1000;

  private final List<BilingualSentenceReader.BilingualSentence> sentences;
  private final ParaphraseClusters clusters;
  private final Encoder encoder;
  private final Random random;

  private ParaphrasePairSampler(
      List<BilingualSentenceReader.BilingualSentence> sentences, Encoder encoder, Random random) {
    this.sentences = sentences;
    this.clusters = new ParaphraseClusters(sentences);
    this.encoder = encoder;
    this.random = random;
  }

  /**
   * Samples pairs in random order.
   *
   * @param size maximum number of pairs, at most twice the number of sentences
   * @param encoder encodes sentences in the first language to find similar ones
   * @throws IsoglossException if all sentences have the same meaning
   */
  public static List<BilingualPair> sample(
      List<BilingualSentenceReader.BilingualSentence> sentences,
      int size,
      Encoder encoder,
      Random random) {
    ParaphrasePairSampler pairs = new ParaphrasePairSampler(sentences, encoder, random);
    List<Integer> order = new ArrayList<>(IntStream.range(0, sentences.size()).boxed().toList());
    Collections.shuffle(order, random);
    int positives = Math.min(size / 2, order.size());
    int negatives = Math.min(size - positives, order.size());
    List<BilingualPair> all = new ArrayList<>(pairs.samplePositives(order, positives));
    Collections.shuffle(order, random);
    List<Integer> asking = order.subList(0, negatives);
    all.addAll(pairs.sampleRandomNegatives(asking.subList(0, negatives / 2)));
    all.addAll(pairs.sampleSimilarNegatives(asking.subList(negatives / 2, negatives)));
    Collections.shuffle(all, random);
    return all;
  }

  private BilingualPair bilingualPair(int left, int right, boolean positive) {
    return new BilingualPair(sentences.get(left).text(), sentences.get(right).text(), positive);
  }

  private List<BilingualPair> samplePositives(List<Integer> order, int size) {
    List<BilingualPair> paraphrases = new ArrayList<>();
    List<BilingualPair> identities = new ArrayList<>();
    for (int sentence : order) {
      OptionalInt other =
          paraphrases.size() < size / 2
              ? clusters.sampleParaphrase(sentence, random)
              : OptionalInt.empty();
      if (other.isPresent()) {
        paraphrases.add(bilingualPair(sentence, other.getAsInt(), true));
      } else if (identities.size() < size) {
        identities.add(bilingualPair(sentence, sentence, true));
      }
    }
    paraphrases.addAll(identities.subList(0, size - paraphrases.size()));
    return paraphrases;
  }

  private List<BilingualPair> sampleRandomNegatives(List<Integer> anchors) {
    return anchors.stream().map(one -> bilingualPair(one, sampleOther(one), false)).toList();
  }

  private int sampleOther(int sentence) {
    for (int tries = 0; tries < MAX_ATTEMPTS; tries++) {
      int other = random.nextInt(sentences.size());
      if (!clusters.isSameCluster(sentence, other)) {
        return other;
      }
    }
    throw new IsoglossException(
        "of "
            + sentences.size()
            + " sentences have nearly all the same meaning: expected more diverse bitext");
  }

  private List<BilingualPair> sampleSimilarNegatives(List<Integer> anchors) {
    List<BilingualPair> pairs = new ArrayList<>();
    for (int from = 0; from < anchors.size(); from += SIMILARITY_POOL_SIZE) {
      List<Integer> pool =
          anchors.subList(from, Math.min(anchors.size(), from + SIMILARITY_POOL_SIZE));
      float[][] vectors =
          encoder.encode(
              pool.stream().map(one -> sentences.get(one).text().first()).toList(), Role.QUERY);
      for (int i = 0; i < vectors.length; i++) {
        pairs.add(bilingualPair(pool.get(i), nearest(i, pool, vectors), false));
      }
    }
    return pairs;
  }

  private int nearest(int anchor, List<Integer> pool, float[][] vectors) {
    int nearest = -1;
    float best = Float.NEGATIVE_INFINITY;
    for (int other = 0; other < vectors.length; other++) {
      if (!clusters.isSameCluster(pool.get(anchor), pool.get(other))) {
        float cosine = 0;
        for (int d = 0; d < vectors[anchor].length; d++) {
          cosine += vectors[anchor][d] * vectors[other][d];
        }
        if (cosine > best) {
          best = cosine;
          nearest = pool.get(other);
        }
      }
    }
    return nearest < 0 ? sampleOther(pool.get(anchor)) : nearest;
  }
}
