// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.runtime.bicla.BiclaModel;
import org.isogloss.runtime.bicla.EncodedSentence;
import org.isogloss.runtime.rerank.BiclaScorer;

/**
 * Scores of a BiCLA model, see {@link BiclaScorer}. The sentences are the first ones of the pairs,
 * the candidates the second ones. A sentence without known words has no content.
 *
 * <p>The Bi-LSTM runs once for each candidate, and once for each sentence and block of candidates.
 * The states of a block take at most 64 MiB, twice while it is prepared; only a single long
 * sentence can exceed this.
 */
public final class BiclaScores implements PairwiseScores {
  /** Maximum number of components of the states of a block. */
  private static final long BLOCK_SIZE = 1 << 24;

  /** Number of candidates that a thread encodes at a time. */
  private static final int CHUNK = 16;

  private final BiclaModel model;
  private final List<WordSequence> sentences;
  private final List<WordSequence> candidates;
  private final long blockSize;

  /** Creates the scores of all pairs. */
  public BiclaScores(
      BiclaModel model, List<WordSequence> sentences, List<WordSequence> candidates) {
    this(model, sentences, candidates, BLOCK_SIZE);
  }

  BiclaScores(
      BiclaModel model,
      List<WordSequence> sentences,
      List<WordSequence> candidates,
      long blockSize) {
    this.model = requireNonNull(model, "model is null");
    this.sentences = List.copyOf(sentences);
    this.candidates = List.copyOf(candidates);
    this.blockSize = blockSize;
  }

  @Override
  public int sentenceCount() {
    return sentences.size();
  }

  @Override
  public int candidateCount() {
    return candidates.size();
  }

  @Override
  public boolean sentenceHasContent(int sentence) {
    return sentences.get(sentence).length() > 0;
  }

  @Override
  public boolean candidateHasContent(int candidate) {
    return candidates.get(candidate).length() > 0;
  }

  @Override
  public float score(int sentence, int candidate) {
    EncodedSentence second = model.encode(candidates.get(candidate), Side.SECOND);
    return scores(sentence, model.asSecond(List.of(second)))[0];
  }

  private float[] scores(int sentence, BiclaModel.SecondSentences second) {
    float[] scores =
        model.asFirst(model.encode(sentences.get(sentence), Side.FIRST)).logits(second);
    for (int i = 0; i < scores.length; i++) {
      scores[i] = BiclaScorer.toScore(scores[i]);
    }
    return scores;
  }

  @Override
  public Block block(int first, int threads) {
    EncodedSentence[] encoded = new EncodedSentence[blockEnd(first) - first];
    try (WorkerPool workers = new WorkerPool("bicla", threads)) {
      workers.forEach(
          encoded.length,
          CHUNK,
          i -> encoded[i] = model.encode(candidates.get(first + i), Side.SECOND));
    }
    BiclaModel.SecondSentences second = model.asSecond(Arrays.asList(encoded));
    return new Block() {
      @Override
      public int size() {
        return second.size();
      }

      @Override
      public float[] scores(int sentence) {
        return BiclaScores.this.scores(sentence, second);
      }
    };
  }

  private int blockEnd(int first) {
    long maxWords = blockSize / model.architecture().stateSize();
    int end = first;
    long words = 0;
    do {
      words += candidates.get(end++).length();
    } while (end < candidates.size() && words + candidates.get(end).length() <= maxWords);
    return end;
  }
}
