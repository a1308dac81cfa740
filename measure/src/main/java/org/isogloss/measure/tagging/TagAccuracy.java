// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.tagging;

import java.util.List;

/**
 * The accuracy of predicted tags, such as parts of speech.
 *
 * @param words number of words
 * @param correct number of words whose predicted tag is right
 * @param sentences the number of right tags of each sentence, for paired tests: differences of
 *     these add up to that of {@code correct}, and so are in proportion to that of the accuracy
 */
public record TagAccuracy(long words, long correct, List<Double> sentences) {
  public TagAccuracy {
    sentences = List.copyOf(sentences);
  }

  /**
   * Evaluates tags.
   *
   * @param gold the right tags of each sentence
   * @param predicted the predicted tags of each sentence
   * @throws IllegalArgumentException if the numbers of sentences or words differ
   */
  public static TagAccuracy of(List<List<String>> gold, List<List<String>> predicted) {
    requireSameLengths(gold, predicted);
    long words = 0;
    long allCorrect = 0;
    Double[] sentences = new Double[gold.size()];
    for (int i = 0; i < gold.size(); i++) {
      List<String> expected = gold.get(i);
      int correct = 0;
      for (int word = 0; word < expected.size(); word++) {
        correct += expected.get(word).equals(predicted.get(i).get(word)) ? 1 : 0;
      }
      words += expected.size();
      allCorrect += correct;
      sentences[i] = (double) correct;
    }
    return new TagAccuracy(words, allCorrect, List.of(sentences));
  }

  /** The share of words whose predicted tag is right, from 0 to 1; 0 without words. */
  public double accuracy() {
    return words == 0 ? 0 : (double) correct / words;
  }

  static void requireSameLengths(List<List<String>> gold, List<List<String>> predicted) {
    if (gold.size() != predicted.size()) {
      throw new IllegalArgumentException(
          "there are "
              + gold.size()
              + " sentences with gold tags and "
              + predicted.size()
              + " with predicted ones, expected equally many");
    }
    for (int i = 0; i < gold.size(); i++) {
      if (gold.get(i).size() != predicted.get(i).size()) {
        throw new IllegalArgumentException(
            "sentence "
                + i
                + " has "
                + gold.get(i).size()
                + " gold tags and "
                + predicted.get(i).size()
                + " predicted ones, expected a tag for each word");
      }
    }
  }
}
