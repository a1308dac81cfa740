package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.neural.queryattention.AttentionExample;

/**
 * Word embeddings: what an encoder gives for each word alone, English or foreign. Words get their
 * rows as they come; row 0, of zeros, stands for a text without words.
 */
final class WordTable {
  private final Encoder encoder;
  private final WordTokenizer foreign;
  private final Map<String, Integer> rows = new HashMap<>();
  private final List<String> words = new ArrayList<>(List.of(""));
  private final List<float[]> vectors = new ArrayList<>();
  private final Map<String, int[]> sentences = new HashMap<>();

  /**
   * A table without words.
   *
   * @param encoder stays open
   * @param foreign cuts sentences into words
   */
  WordTable(Encoder encoder, WordTokenizer foreign) {
    this.encoder = encoder;
    this.foreign = foreign;
    vectors.add(new float[encoder.dimension()]);
  }

  /** The rows of words. */
  int[] rows(List<String> of) {
    return of.isEmpty() ? new int[1] : of.stream().mapToInt(this::row).toArray();
  }

  private int row(String word) {
    return rows.computeIfAbsent(
        word,
        key -> {
          words.add(key);
          return words.size() - 1;
        });
  }

  /** The rows of a sentence's words. */
  int[] sentence(String text) {
    return sentences.computeIfAbsent(text, key -> rows(foreign.words(key)));
  }

  /** An example as a model reads it. */
  AttentionExample example(Occurrence one) {
    return new AttentionExample(
        rows(ClirQuery.of(one.query()).words()), sentence(one.sentence()), one.occurs());
  }

  /** The vectors of all words so far, by their rows. */
  float[][] vectors() {
    List<String> added = words.subList(vectors.size(), words.size());
    if (!added.isEmpty()) {
      vectors.addAll(List.of(encoder.encode(added, Role.QUERY)));
    }
    return vectors.toArray(float[][]::new);
  }

  /** The vectors of some rows. */
  float[][] vectors(int[] of) {
    if (vectors.size() < words.size()) {
      vectors();
    }
    float[][] found = new float[of.length][];
    for (int i = 0; i < of.length; i++) {
      found[i] = vectors.get(of[i]);
    }
    return found;
  }

  /** The mean of the vectors of words. */
  float[] mean(List<String> of) {
    float[][] all = vectors(rows(of));
    float[] mean = new float[encoder.dimension()];
    for (float[] one : all) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += one[i] / all.length;
      }
    }
    return mean;
  }
}
