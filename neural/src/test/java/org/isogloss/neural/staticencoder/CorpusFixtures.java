// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Training data of tests: 400 sentence pairs and a base model with single characters as tokens. */
public final class CorpusFixtures {
  private static final int BASE_WIDTH = 24;

  private CorpusFixtures() {}

  /** Returns the lines {@code English TAB German TAB origin}. */
  public static List<String> pairs() {
    try (InputStream in = CorpusFixtures.class.getResourceAsStream("en-de.tsv.gz")) {
      return new String(new GZIPInputStream(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public static void write(Path file, List<String> lines) throws IOException {
    Files.createDirectories(file.getParent());
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      for (String line : lines) {
        out.write(line + "\n");
      }
    }
  }

  /** Returns the special tokens, then the characters at the start and inside of words. */
  static List<String> characters(List<String> texts) {
    TreeSet<String> characters = new TreeSet<>();
    texts.forEach(
        text ->
            text.codePoints()
                .filter(c -> !Character.isWhitespace(c))
                .forEach(c -> characters.add(Character.toString(c))));
    List<String> vocabulary =
        new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    vocabulary.addAll(characters);
    characters.forEach(character -> vocabulary.add("##" + character));
    return vocabulary;
  }

  static Tokenizer tokenizer(List<String> vocabulary) {
    return WordPieceTokenizer.of(vocabulary, WordPieceOptions.CASED);
  }

  /** Writes the base model and the pairs that {@link #recipe} uses. */
  static void writeInputs(Path folder) throws IOException {
    List<String> pairs = pairs();
    write(folder.resolve("bitext/en-de.tsv.gz"), pairs);
    List<String> vocabulary = characters(pairs);
    Path base = Files.createDirectories(folder.resolve("base"));
    Files.write(base.resolve("vocab.txt"), vocabulary);
    float[] rows = new float[vocabulary.size() * BASE_WIDTH];
    Random random = new Random(3);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    new SafetensorsWriter()
        .add("bert.embeddings.word_embeddings.weight", rows, vocabulary.size(), BASE_WIDTH)
        .write(base.resolve("model.safetensors"));
  }

  /** Returns a recipe for the inputs of {@link #writeInputs}. */
  static StaticEncoderRecipe recipe(Path folder, String... overrides) {
    return new RecipeReader(Map.of("in", folder.toString()), List.of(overrides))
        .parse(
            "small.yaml",
            """
            name: small
            seed: 5
            model:
              base: ${in}/base
              dimension: 16
              smoothing: 1e-2
              vocabulary: {pieces: 1500, learned: 1500, min-count: 2}
            data:
              bitext: ${in}/bitext
              held-out: 8
            batches: {pairs: 64, groups: 1, token-dropout: 0.1}
            optimizer:
              rows: {learning-rate: 2e-2}
              weights: {learning-rate: 1e-2}
            training:
              steps: 150
              validate-every: 50
              log-every: 10
              checkpoint-seconds: 1
            """,
            StaticEncoderRecipe.class);
  }
}
