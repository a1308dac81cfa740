// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.neural.translation.TranslationRecipe;

/** Recipes for small transformers, and the files that they read. */
public final class RecipeFixtures {
  private static final Map<String, Class<? extends Record>> KINDS =
      Map.of(
          "bi-encoder",
          BiEncoderRecipe.class,
          "cross-encoder",
          CrossEncoderRecipe.class,
          "sparse-encoder",
          SparseEncoderRecipe.class,
          "hictl",
          HictlRecipe.class,
          "classifier",
          ClassifierRecipe.class,
          "tagger",
          TaggerRecipe.class,
          "answers",
          AnswersRecipe.class,
          "translation",
          TranslationRecipe.class);

  private RecipeFixtures() {}

  /** Writes base models, bitext, judged examples, and the examples of tasks. */
  public static void writeInputs(Path folder) throws IOException {
    List<String> pairs = CorpusFixtures.pairs();
    CorpusFixtures.write(folder.resolve("bitext/en-de.tsv.gz"), pairs);
    SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder);
    SampleTransformer.BERT_ENCODER.copyInto(folder);
    SampleTransformer.BERT_CLASSIFIER.copyInto(folder);
    List<String> examples = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String[] pair = pairs.get(i).split("\t", -1);
      String[] other = pairs.get(i + 100).split("\t", -1);
      examples.add(
          "{\"query\": \"%s\", \"passages\": [{\"text\": \"%s\", \"grade\": 3}, {\"text\": \"%s\", \"grade\": 1}]}"
              .replaceFirst("%s", json(pair[0]))
              .replaceFirst("%s", json(pair[1]))
              .replaceFirst("%s", json(other[1])));
    }
    Files.write(folder.resolve("judged.jsonl"), examples);
    writeTasks(folder, pairs.subList(0, 100));
  }

  /**
   * Writes texts labelled with their languages, sentences whose capitalised words are names, and
   * questions that the last word of a text answers.
   */
  private static void writeTasks(Path folder, List<String> pairs) throws IOException {
    List<String> classified = new ArrayList<>();
    List<String> tagged = new ArrayList<>();
    List<String> questions = new ArrayList<>();
    for (String pair : pairs) {
      String[] texts = pair.split("\t", -1);
      classified.add(texts[0] + "\ten");
      classified.add(texts[1] + "\tde");
      boolean name = false;
      for (String word : texts[1].split(" ", -1)) {
        boolean capital = Character.isUpperCase(word.charAt(0));
        tagged.add(word + "\t" + (capital ? (name ? "I" : "B") + "-NAME" : "O"));
        name = capital;
      }
      tagged.add("");
      int last = texts[1].lastIndexOf(' ') + 1;
      questions.add(
          """
          {"title": "", "paragraphs": [{"context": %s, "qas": [{"id": "%d", "question": %s,
            "answers": [{"text": %s, "answer_start": %d}]}]}]}
          """
              .formatted(
                  quoted(texts[1]),
                  questions.size(),
                  quoted(texts[0]),
                  quoted(texts[1].substring(last)),
                  texts[1].codePointCount(0, last)));
    }
    Files.write(folder.resolve("classified.tsv"), classified);
    Files.write(folder.resolve("tagged.tsv"), tagged);
    Files.writeString(
        folder.resolve("questions.json"), "{\"data\": [" + String.join(",", questions) + "]}");
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }

  private static String json(String text) {
    return Matcher.quoteReplacement(text.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  public static Recipe biEncoder(Path folder, String... overrides) throws IOException {
    return read(
        folder,
        """
        kind: bi-encoder
        name: small
        seed: 5
        model: {base: "${in}/bert-language-model", max-length: 48, pooling: mean, dropout: 0.05}
        data: {bitext: "${in}/bitext", held-out: 8, judged: {examples: "${in}/judged.jsonl"}}
        batches: {pairs: 16, groups: 1, bucket: 4, chunk: 8}
        objectives:
          contrast: {negatives: both-sides, scale: 10}
        optimizer: {learning-rate: 4e-3, schedule: {kind: linear, warm-up: 5}}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        """,
        overrides);
  }

  /** Returns the recipe of a bi-encoder with an adversary. */
  public static Recipe adversarialBiEncoder(Path folder, String... overrides) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("objectives.adversary={generator: {learning-rate: 1e-3}}"));
    all.addAll(List.of(overrides));
    return biEncoder(folder, all.toArray(String[]::new));
  }

  public static Recipe crossEncoder(Path folder, String... overrides) throws IOException {
    return read(
        folder,
        """
        kind: cross-encoder
        name: small
        seed: 5
        model: {base: "${in}/bert-language-model", max-length: 64, dropout: 0}
        data: {bitext: "${in}/bitext", held-out: 8, judged: {examples: "${in}/judged.jsonl"}}
        batches: {pairs: 8, groups: 1, bucket: 2}
        objectives:
          translation: {loss: softmax, negatives: {random: 2, hard: 1, pool: 16}}
        optimizer: {learning-rate: 2e-3, schedule: {kind: linear, warm-up: 5}}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        validation: {held-out-each: 20, candidates: 4}
        """,
        overrides);
  }

  public static Recipe sparseEncoder(Path folder, String... overrides) throws IOException {
    return read(
        folder,
        """
        kind: sparse-encoder
        name: small
        seed: 5
        model: {base: "${in}/bert-language-model", max-length: 48, dropout: 0.05}
        data: {bitext: "${in}/bitext", held-out: 8, judged: {examples: "${in}/judged.jsonl"}}
        batches: {pairs: 16, groups: 1, bucket: 4, chunk: 8}
        objectives:
          contrast: {scale: 0.2}
          flops: {queries: 1e-4, passages: 1e-4, warm-up: 20}
        optimizer: {learning-rate: 1e-3, schedule: {kind: linear, warm-up: 5}}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        """,
        overrides);
  }

  public static Recipe hictl(Path folder, String... overrides) throws IOException {
    return read(
        folder,
        """
        kind: hictl
        name: small
        seed: 5
        model: {base: "${in}/bert-language-model", max-length: 48, dropout: 0.05}
        data: {bitext: "${in}/bitext", held-out: 8}
        batches: {pairs: 16, chunk: 6}
        objectives: {sentence: {}, word: {negatives: 40}, mlm: {}, tlm: {}}
        optimizer: {learning-rate: 4e-3, weight-decay: 0}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        """,
        overrides);
  }

  public static Recipe classifier(Path folder, String... overrides) throws IOException {
    return task(folder, "classifier", "classified.tsv", overrides);
  }

  public static Recipe tagger(Path folder, String... overrides) throws IOException {
    return task(folder, "tagger", "tagged.tsv", overrides);
  }

  public static Recipe answers(Path folder, String... overrides) throws IOException {
    return task(folder, "answers", "questions.json", overrides);
  }

  private static Recipe task(Path folder, String kind, String data, String... overrides)
      throws IOException {
    return read(
        folder,
        """
        kind: %s
        name: small
        seed: 5
        model: {base: "${in}/bert-language-model", max-length: 48, dropout: 0}
        data: {training: ["${in}/%s"], validation: ["${in}/%s"]}
        batches: {examples: 16, bucket: 4}
        optimizer: {learning-rate: 4e-3, schedule: {kind: linear, warm-up: 5}}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        """
            .formatted(kind, data, data),
        overrides);
  }

  public static Recipe translation(Path folder, String... overrides) throws IOException {
    return read(
        folder,
        """
        kind: translation
        name: small
        seed: 5
        languages: {sources: [en], target: de}
        model: {base: "${in}/bert-encoder", max-length: 64, dropout: 0.05}
        decoder: {layers: 2}
        data: {bitext: "${in}/bitext", held-out: 8}
        batches: {pairs: 16, tokens: 512, bucket: 4}
        objective: {frozen-steps: 4}
        optimizer: {learning-rate: 4e-3, schedule: {kind: inverse, warm-up: 10}}
        training: {steps: 60, validate-every: 30, log-every: 10, checkpoint-seconds: 1, clip: 1}
        validation: {pairs: 20}
        """,
        overrides);
  }

  /** Returns the recipe of a kind. */
  public static Recipe of(String kind, Path folder, String... overrides) throws IOException {
    return switch (kind) {
      case "bi-encoder" -> biEncoder(folder, overrides);
      case "adversarial bi-encoder" -> adversarialBiEncoder(folder, overrides);
      case "cross-encoder" -> crossEncoder(folder, overrides);
      case "sparse-encoder" -> sparseEncoder(folder, overrides);
      case "hictl" -> hictl(folder, overrides);
      case "classifier" -> classifier(folder, overrides);
      case "tagger" -> tagger(folder, overrides);
      case "answers" -> answers(folder, overrides);
      case "translation" -> translation(folder, overrides);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static Recipe read(Path folder, String yaml, String... overrides) throws IOException {
    Path file = folder.resolve("recipe.yaml");
    Files.writeString(file, yaml);
    return new RecipeReader(Map.of("in", folder.toString()), List.of(overrides))
        .read(file, KINDS, "bi-encoder");
  }
}
