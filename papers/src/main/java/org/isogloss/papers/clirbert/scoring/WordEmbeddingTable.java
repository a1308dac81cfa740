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
 * Word embeddings: what an encoder gives for each word alone, English or foreign. Words get their
 * rows as they come; row 0, of zeros, stands for a text without words.
 */
public final class WordEmbeddingTable {
  private final Encoder encoder;
  private final WordTokenizer tokenizer;
  private final Map<String, Integer> rows = new HashMap<>();
  private final List<String> words = new ArrayList<>(List.of(""));
  private final List<float[]> vectors = new ArrayList<>();
  private final Map<String, int[]> sentences = new HashMap<>();

  /**
   * A table without words.
   *
   * @param encoder stays open
   * @param tokenizer cuts sentences into words
   */
  public WordEmbeddingTable(Encoder encoder, WordTokenizer tokenizer) {
    this.encoder = encoder;
    this.tokenizer = tokenizer;
    vectors.add(new float[encoder.dimension()]);
  }

  /** The rows of words. */
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

  /** The rows of a sentence's words. */
  public int[] sentenceRows(String text) {
    return sentences.computeIfAbsent(text, key -> rows(tokenizer.words(key)));
  }

  /** An example as a model reads it. */
  public AttentionExample example(OccurrenceExample example) {
    return new AttentionExample(
        rows(ClirQuery.of(example.query()).words()),
        sentenceRows(example.sentence()),
        example.occurs());
  }

  /** The vectors of all words so far, by their rows. */
  public float[][] vectors() {
    List<String> added = words.subList(vectors.size(), words.size());
    if (!added.isEmpty()) {
      vectors.addAll(List.of(encoder.encode(added, Role.QUERY)));
    }
    return vectors.toArray(float[][]::new);
  }

  /** The vectors of some rows. */
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

  /** The mean of the vectors of words. */
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
