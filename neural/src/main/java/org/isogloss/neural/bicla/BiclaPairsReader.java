// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.SentencePairSink;

/**
 * Reads the pairs of a recipe in two languages: words that are not in the tables are dropped, and a
 * pair is kept if enough words of both sentences remain. Repeated pairs are read once.
 */
final class BiclaPairsReader implements SentencePairSink {
  private final List<String> texts = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();
  private final Set<Long> pairs = new HashSet<>();
  private final List<int[]> ordered = new ArrayList<>();
  private final List<String> origins = new ArrayList<>();
  private final String firstLanguage;
  private final String secondLanguage;

  private BiclaPairsReader(String firstLanguage, String secondLanguage) {
    this.firstLanguage = firstLanguage;
    this.secondLanguage = secondLanguage;
  }

  /**
   * Reads pairs in a random order that depends on the seed.
   *
   * @param first table of the language of the first sentences
   * @param second table of the language of the second sentences
   * @throws TrainingException if no pair is left
   */
  static BiclaPairs read(
      BiclaRecipe.DataOptions options, WordTable first, WordTable second, long seed) {
    String firstTag = first.language().tag();
    String secondTag = second.language().tag();
    BiclaPairsReader reader = new BiclaPairsReader(firstTag, secondTag);
    ParallelTextReader.read(options.corpusOptions(List.of(firstTag, secondTag)), reader);
    return reader.build(options, first, second, seed);
  }

  private BiclaPairs build(
      BiclaRecipe.DataOptions options, WordTable first, WordTable second, long seed) {
    // One word more than allowed is enough to recognise sentences that are too long.
    int limit = options.maxWords() + 1;
    int[][] firstRows = new int[texts.size()][];
    int[][] secondRows = new int[texts.size()][];
    IntStream.range(0, ordered.size())
        .parallel()
        .forEach(
            i -> {
              int[] pair = ordered.get(i);
              firstRows[pair[0]] = first.rows(texts.get(pair[0]), limit);
              secondRows[pair[1]] = second.rows(texts.get(pair[1]), limit);
            });
    List<int[]> left = new ArrayList<>();
    List<int[]> right = new ArrayList<>();
    List<String> from = new ArrayList<>();
    for (int i : PairSampler.permutation(ordered.size(), seed)) {
      int[] pair = ordered.get(i);
      int[] a = firstRows[pair[0]];
      int[] b = secondRows[pair[1]];
      if (options.acceptsLength(a.length)
          && options.acceptsLength(b.length)
          && left.size() < options.maxPairs()) {
        left.add(a);
        right.add(b);
        from.add(origins.get(i));
      }
    }
    if (left.isEmpty()) {
      throw new TrainingException(
          "of "
              + ordered.size()
              + " pairs in "
              + firstLanguage
              + " and "
              + secondLanguage
              + ", none has "
              + options.minWords()
              + " to "
              + options.maxWords()
              + " words with vectors on both sides: read other data (data) or vectors of these"
              + " languages (vectors.files)");
    }
    return new BiclaPairs(first, second, left, right, from);
  }

  @Override
  public int addSentence(String text) {
    Integer known = indices.putIfAbsent(text, texts.size());
    if (known != null) {
      return known;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  @Override
  public void addTrainingPair(String kind, String name, int left, int right) {
    addTrainingPair(kind, "", name, left, right);
  }

  @Override
  public void addTrainingPair(String kind, String origin, String name, int left, int right) {
    boolean inOrder = name.equals(firstLanguage + '-' + secondLanguage);
    if (inOrder || name.equals(secondLanguage + '-' + firstLanguage)) {
      int[] pair = inOrder ? new int[] {left, right} : new int[] {right, left};
      if (pairs.add((long) pair[0] << 32 | pair[1])) {
        ordered.add(pair);
        origins.add(origin);
      }
    }
  }

  @Override
  public void addHeldOutPair(String kind, String name, int left, int right) {
    throw new IllegalStateException("no pair is held out by the corpus reader");
  }

  /**
   * Pairs for validation and pairs to train on.
   *
   * @param training pairs that share no sentence with {@code heldOut}
   */
  record Split(BiclaPairs heldOut, BiclaPairs training) {
    /**
     * Holds out the first pairs.
     *
     * @param count number of pairs, at most half of them are held out
     */
    static Split of(BiclaPairs all, int count) {
      BiclaPairs heldOut = all.range(0, Math.min(count, all.size() / 2));
      Set<IntBuffer> first = contents(heldOut.first());
      Set<IntBuffer> second = contents(heldOut.second());
      List<int[]> left = new ArrayList<>();
      List<int[]> right = new ArrayList<>();
      List<String> origins = new ArrayList<>();
      for (int i = heldOut.size(); i < all.size(); i++) {
        if (!first.contains(IntBuffer.wrap(all.first().get(i)))
            && !second.contains(IntBuffer.wrap(all.second().get(i)))) {
          left.add(all.first().get(i));
          right.add(all.second().get(i));
          origins.add(all.origins().get(i));
        }
      }
      return new Split(
          heldOut, new BiclaPairs(all.firstWords(), all.secondWords(), left, right, origins));
    }

    /** Returns views that are equal if the numbers are. */
    private static Set<IntBuffer> contents(List<int[]> sentences) {
      return sentences.stream().map(IntBuffer::wrap).collect(Collectors.toSet());
    }
  }
}
