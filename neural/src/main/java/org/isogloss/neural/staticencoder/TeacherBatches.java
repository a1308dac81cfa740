// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.text.Tokenizer;

/**
 * Batches of texts with a teacher's vectors, sampled without replacement and shuffled anew in every
 * epoch.
 */
final class TeacherBatches implements Batches<TeacherBatches.Batch> {
  private static final String TEXT_COUNT = "taken";

  /**
   * Texts of one step.
   *
   * @param texts their tokens
   * @param rows their positions among the teacher's vectors
   * @param keys {@code [texts]}: equal for equal texts
   */
  record Batch(TokenBagBatch texts, int[] rows, int[] keys) {}

  private final int[][] pieces;
  private final int[] rows;
  private final int[] keys;
  private final int size;
  private final long seed;
  private final TokenBagBatch.Builder bags;
  private int[] order;
  private long sampledTexts;

  /**
   * Creates batches.
   *
   * @param rows the teacher's texts to use
   * @param size texts in a batch
   */
  TeacherBatches(TeacherVectors teacher, int[] rows, Tokenizer tokenizer, int size, long seed) {
    this.rows = rows.clone();
    this.size = size;
    this.seed = seed;
    this.keys = TranslationRetrievalValidation.textKeys(teacher.texts());
    this.pieces = new int[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      pieces[i] = tokenizer.ids(teacher.texts().get(rows[i]));
    }
    this.bags = new TokenBagBatch.Builder(tokenizer.vocabularySize());
    this.order = order();
  }

  /** Returns the teacher's texts that no held-out pair contains. */
  static int[] textsNotHeldOut(
      TeacherVectors teacher, WordCorpus corpus, WordTokenTable pieces, Tokenizer tokenizer) {
    Set<IntBuffer> heldOut = new HashSet<>();
    for (PairGroup group : corpus.heldOut()) {
      IntStream.concat(Arrays.stream(group.left()), Arrays.stream(group.right()))
          .forEach(sentence -> heldOut.add(IntBuffer.wrap(pieces.of(corpus, sentence))));
    }
    int[] allowed =
        IntStream.range(0, teacher.texts().size())
            .filter(i -> !heldOut.contains(IntBuffer.wrap(tokenizer.ids(teacher.texts().get(i)))))
            .toArray();
    if (allowed.length == 0) {
      throw new TrainingException("all of the teacher's texts are held out for validation");
    }
    return allowed;
  }

  private int[] order() {
    return PairSampler.permutation(
        rows.length, PairSampler.mixSeeds(seed, sampledTexts / rows.length));
  }

  @Override
  public Batch next() {
    int[] chosen = new int[size];
    int[] chosenKeys = new int[size];
    for (int i = 0; i < size; i++) {
      int at = (int) (sampledTexts % rows.length);
      if (at == 0) {
        order = order();
      }
      sampledTexts++;
      chosen[i] = rows[order[at]];
      chosenKeys[i] = keys[chosen[i]];
      bags.beginText();
      for (int piece : pieces[order[at]]) {
        bags.add(piece);
      }
    }
    return new Batch(bags.build(), chosen, chosenKeys);
  }

  @Override
  public int exampleCount(Batch batch) {
    return batch.rows().length;
  }

  @Override
  public Map<String, long[]> position() {
    return Map.of(TEXT_COUNT, new long[] {sampledTexts});
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampledTexts = position.get(TEXT_COUNT)[0];
    order = order();
  }
}
