// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonFile;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.measure.report.AttentionDiagram;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.runtime.bicla.PairAttention;

/**
 * The attention between the known words of two sentences, with the weights of the words in
 * intra-sentence attention.
 *
 * @param first known words of the first sentence
 * @param second known words of the second sentence
 * @param weights the weights of both directions
 */
record BiclaAttention(List<String> first, List<String> second, PairAttention weights) {
  /** Minimum number of words of a sentence whose picture is readable; the maximum follows. */
  private static final int MIN_WORDS = 5;

  private static final int MAX_WORDS = 10;

  BiclaAttention {
    first = List.copyOf(first);
    second = List.copyOf(second);
  }

  /**
   * Computes the attention of a pair of sentences.
   *
   * @param model folder of a BiCLA model
   * @throws IsoglossException if the model has not both languages, or knows no word of a sentence
   */
  static BiclaAttention of(Path model, LanguagePair languages, String first, String second) {
    TrainedSystem system = TrainedSystem.open(model, 1);
    WordSequence a = knownWords(system, languages.source(), first);
    WordSequence b = knownWords(system, languages.target(), second);
    return of(system, a, b);
  }

  private static WordSequence knownWords(TrainedSystem system, Language language, String sentence) {
    WordSequence words = system.words(language, sentence);
    if (words.length() == 0) {
      throw new IsoglossException(
          "the model knows no word of \"" + sentence + "\", apart from stop words");
    }
    return words;
  }

  private static BiclaAttention of(TrainedSystem system, WordSequence a, WordSequence b) {
    return new BiclaAttention(
        words(a),
        words(b),
        system
            .model()
            .attention(
                system.model().encode(a, Side.FIRST), system.model().encode(b, Side.SECOND)));
  }

  private static List<String> words(WordSequence sequence) {
    return Arrays.stream(sequence.rows()).mapToObj(sequence.words().words()::get).toList();
  }

  /** Computes the attention of the first pair of a test set with 5 to 10 known words a side. */
  static BiclaAttention ofTestSet(Path model, MateTestSet test) {
    TrainedSystem system = TrainedSystem.open(model, 1);
    Optional<BiclaAttention> shorter = Optional.empty();
    for (SentencePair pair : test.pairs()) {
      WordSequence a = system.words(pair.sourceLanguage(), pair.source());
      WordSequence b = system.words(pair.targetLanguage(), pair.target());
      int words = Math.min(a.length(), b.length());
      if (words > 0 && Math.max(a.length(), b.length()) <= MAX_WORDS) {
        BiclaAttention attention = of(system, a, b);
        if (words >= MIN_WORDS) {
          return attention;
        }
        shorter = Optional.of(attention);
      }
    }
    return shorter.orElseThrow(
        () ->
            new IsoglossException(
                test.name() + ": no pair has 1 to " + MAX_WORDS + " known words on both sides"));
  }

  /** Draws the attention; each word is followed by its weight. */
  AttentionDiagram draw() {
    AttentionDiagram picture =
        new AttentionDiagram(
            "Attention between a sentence and its translation, and the weights of their words",
            labels(first, weights.first()),
            labels(second, weights.second()));
    float[][] backward = new float[first.size()][second.size()];
    for (int i = 0; i < first.size(); i++) {
      for (int j = 0; j < second.size(); j++) {
        backward[i][j] = weights.secondToFirst()[j][i];
      }
    }
    return picture
        .layer("alpha, left to right", List.of(""), new float[][][] {weights.firstToSecond()})
        .layer("beta, right to left", List.of(""), new float[][][] {backward});
  }

  private static List<String> labels(List<String> words, float[] weights) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      labels.add(words.get(i) + String.format(Locale.ROOT, " %+.2f", weights[i]));
    }
    return labels;
  }

  void write(Path file) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.set("first", JsonFile.MAPPER.valueToTree(first));
    json.set("second", JsonFile.MAPPER.valueToTree(second));
    json.set("weights", JsonFile.MAPPER.valueToTree(weights));
    JsonFile.write(file, json);
  }

  /** Reads a file of the work folder. */
  static BiclaAttention read(Path file) {
    JsonNode json =
        JsonFile.read(
            file,
            1 << 20,
            (path, problem, cause) ->
                new IsoglossException(
                    path + ": is damaged: " + problem + ": delete the work folder", cause));
    try {
      return JsonFile.MAPPER.treeToValue(json, BiclaAttention.class);
    } catch (JsonProcessingException e) {
      throw new IsoglossException(
          file + ": is damaged: " + e.getOriginalMessage() + ": delete the work folder", e);
    }
  }
}
