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
 * Iterates over all texts with vectors of a teacher; the seed determines a new random order for
 * every epoch.
 */
final class TeacherBatches implements Batches<TeacherBatches.Batch> {
  private static final String TEXT_COUNT = "taken";

  /**
   * The texts of one step.
   *
   * @param texts tokens of the texts
   * @param rows indices of the texts among the vectors of the teacher
   * @param keys keys of the texts, {@code [texts]}; equal texts have equal keys
   */
  record Batch(TokenBagBatch texts, int[] rows, int[] keys) {}

  private final int[][] tokenIds;
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
   * @param rows indices of the texts of the teacher to use
   * @param size number of texts of a batch
   */
  TeacherBatches(TeacherVectors teacher, int[] rows, Tokenizer tokenizer, int size, long seed) {
    this.rows = rows.clone();
    this.size = size;
    this.seed = seed;
    this.keys = TranslationRetrievalValidation.textKeys(teacher.texts());
    this.tokenIds = new int[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      tokenIds[i] = tokenizer.ids(teacher.texts().get(rows[i]));
    }
    this.bags = new TokenBagBatch.Builder(tokenizer.vocabularySize());
    this.order = order();
  }

  /** Returns the indices of the texts of a teacher that occur in no held-out pair. */
  static int[] textsNotHeldOut(
      TeacherVectors teacher, WordCorpus corpus, WordTokenTable wordTokens, Tokenizer tokenizer) {
    Set<IntBuffer> heldOut = new HashSet<>();
    for (PairGroup group : corpus.heldOut()) {
      IntStream.concat(Arrays.stream(group.left()), Arrays.stream(group.right()))
          .forEach(sentence -> heldOut.add(IntBuffer.wrap(wordTokens.of(corpus, sentence))));
    }
    int[] allowed =
        IntStream.range(0, teacher.texts().size())
            .filter(i -> !heldOut.contains(IntBuffer.wrap(tokenizer.ids(teacher.texts().get(i)))))
            .toArray();
    if (allowed.length == 0) {
      throw new TrainingException("all texts of the teacher are held out for validation");
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
      int index = (int) (sampledTexts % rows.length);
      if (index == 0) {
        order = order();
      }
      sampledTexts++;
      chosen[i] = rows[order[index]];
      chosenKeys[i] = keys[chosen[i]];
      bags.beginText();
      for (int token : tokenIds[order[index]]) {
        bags.add(token);
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
