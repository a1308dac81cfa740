// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.recipe.RecipeReader;

/** Trains an encoder on translated phrases and finds translations with it. */
public final class TrainBiEncoder {
  private TrainBiEncoder() {}

  private static final String RECIPE =
      """
      name: phrases
      seed: 5
      model: {base: "${in}/base", max-length: 48, pooling: mean}
      data: {bitext: "${in}/bitext", held-out: 16}
      batches: {pairs: 32, groups: 1}
      objectives:
        contrast: {negatives: both-sides, scale: 20}
      optimizer: {learning-rate: 4e-3, schedule: {kind: linear, warm-up: 10}}
      training: {steps: 120, validate-every: 60, log-every: 40}
      """;

  private static final String[][] NUMBERS = {
    {"two", "zwei"}, {"three", "drei"}, {"four", "vier"}, {"six", "sechs"}, {"seven", "sieben"},
    {"eight", "acht"}, {"nine", "neun"}, {"ten", "zehn"}, {"eleven", "elf"}, {"twenty", "zwanzig"},
  };
  private static final String[][] COLOURS = {
    {"red", "rote"},
    {"blue", "blaue"},
    {"old", "alte"},
    {"new", "neue"},
    {"small", "kleine"},
    {"large", "grosse"},
  };
  private static final String[][] THINGS = {
    {"dogs", "Hunde"}, {"fish", "Fische"}, {"roads", "Wege"}, {"tables", "Tische"},
    {"ships", "Schiffe"}, {"letters", "Briefe"}, {"stones", "Steine"}, {"pencils", "Stifte"},
  };

  /** Writes phrases such as {@code two red dogs TAB zwei rote Hunde TAB made}. */
  private static void writeBitext(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      for (String[] number : NUMBERS) {
        for (String[] colour : COLOURS) {
          for (String[] thing : THINGS) {
            out.write(String.join(" ", number[0], colour[0], thing[0]) + "\t");
            out.write(String.join(" ", number[1], colour[1], thing[1]) + "\tmade\n");
          }
        }
      }
    }
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args);
    writeBitext(folder.resolve("bitext/en-de.tsv.gz"));
    UntrainedTransformer.write(folder.resolve("base"));

    Path recipeFile = folder.resolve("phrases.yaml");
    Files.writeString(recipeFile, RECIPE);
    RecipeReader reader = new RecipeReader(Map.of("in", folder.toString()), List.of());
    BiEncoderRecipe recipe = reader.read(recipeFile, BiEncoderRecipe.class);
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void progressReported(Progress progress) {
            System.out.printf(
                Locale.ROOT, "step %d: loss %.3f%n", progress.step(), progress.loss());
          }
        };
    recipe.train(
        folder.resolve("work"),
        folder.resolve("phrases"),
        reader.effectiveText(recipeFile),
        listener);

    try (LoadedModel model = Models.open(folder.resolve("phrases").toString())) {
      List<String> german = List.of("acht alte Schiffe", "zwei rote Hunde", "elf neue Briefe");
      float[][] vectors = model.encoder().encode(german, Role.PASSAGE);
      float[] query = model.encoder().encode(List.of("two red dogs"), Role.QUERY)[0];
      for (int i = 0; i < vectors.length; i++) {
        System.out.printf(
            Locale.ROOT, "%.3f  %s%n", EncodeTexts.cosine(query, vectors[i]), german.get(i));
      }
    }
  }
}
