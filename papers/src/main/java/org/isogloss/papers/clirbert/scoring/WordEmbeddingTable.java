// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.neural.queryattention.AttentionExample;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;

/**
 * Word embeddings: an encoder's vectors of single words, English or foreign. Words get rows in
 * order of appearance; row 0, of zeros, represents a text without words.
 */
public final class WordEmbeddingTable {
  private final Encoder encoder;
  private final WordTokenizer tokenizer;
  private final Map<String, Integer> rows = new HashMap<>();
  private final List<String> words = new ArrayList<>(List.of(""));
  private final List<float[]> vectors = new ArrayList<>();
  private final Map<String, int[]> sentences = new HashMap<>();

  /**
   * Creates an empty table.
   *
   * @param encoder not closed
   * @param tokenizer splits sentences into words
   */
  public WordEmbeddingTable(Encoder encoder, WordTokenizer tokenizer) {
    this.encoder = encoder;
    this.tokenizer = tokenizer;
    vectors.add(new float[encoder.dimension()]);
  }

  /** Returns the rows of words. */
  int[] rows(List<String> words) {
    return words.isEmpty() ? new int[1] : words.stream().mapToInt(this::row).toArray();
  }

  private int row(String word) {
    return rows.computeIfAbsent(
        word,
        key -> {
          words.add(key);
          return words.size() - 1;
        });
  }

  /** Returns the rows of the words of a sentence. */
  public int[] sentenceRows(String text) {
    return sentences.computeIfAbsent(text, key -> rows(tokenizer.words(key)));
  }

  /** Converts an example to the input of a model. */
  public AttentionExample example(OccurrenceExample example) {
    return new AttentionExample(
        rows(ClirQuery.of(example.query()).words()),
        sentenceRows(example.sentence()),
        example.occurs());
  }

  /** Returns the vectors of all words so far, by row. */
  public float[][] vectors() {
    List<String> added = words.subList(vectors.size(), words.size());
    if (!added.isEmpty()) {
      vectors.addAll(List.of(encoder.encode(added, Role.QUERY)));
    }
    return vectors.toArray(float[][]::new);
  }

  /** Returns the vectors of some rows. */
  public float[][] vectors(int[] rows) {
    if (vectors.size() < words.size()) {
      vectors();
    }
    float[][] found = new float[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      found[i] = vectors.get(rows[i]);
    }
    return found;
  }

  /** Returns the mean of the vectors of words. */
  public float[] mean(List<String> words) {
    float[][] all = vectors(rows(words));
    float[] mean = new float[encoder.dimension()];
    for (float[] one : all) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += one[i] / all.length;
      }
    }
    return mean;
  }
}
