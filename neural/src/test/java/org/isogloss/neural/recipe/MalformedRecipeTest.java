// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.StaticEncoderRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.neural.translation.TranslationRecipe;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads recipes that are damaged or malicious. */
class MalformedRecipeTest {
  private static final Map<String, Class<? extends Record>> KINDS =
      Map.of(
          "static",
          StaticEncoderRecipe.class,
          "bi-encoder",
          BiEncoderRecipe.class,
          "cross-encoder",
          CrossEncoderRecipe.class,
          "sparse-encoder",
          SparseEncoderRecipe.class,
          "hictl",
          HictlRecipe.class,
          "bicla",
          BiclaRecipe.class,
          "classifier",
          ClassifierRecipe.class,
          "tagger",
          TaggerRecipe.class,
          "answers",
          AnswersRecipe.class,
          "translation",
          TranslationRecipe.class);

  /** Replacements of values. */
  private static final List<String> VALUES =
      List.of(
          "-1",
          "0",
          "2147483647",
          "2147483648",
          "99999999999999999999",
          "1e999",
          "NaN",
          ".nan",
          "-.inf",
          "Infinity",
          "0x1p3",
          "1f",
          "null",
          "~",
          "''",
          "true",
          "[]",
          "{}",
          "[1, 2]",
          "{a: b}",
          "*x",
          "&x 1",
          "!!java.net.URL x",
          "| text",
          "\"\\u0000\"",
          "${data}",
          "${x",
          "\u0000");

  @TempDir private Path folder;

  enum Mode {
    PLAIN,
    FAST
  }

  record Small(@Default("1") int count, @Default("1") double rate, @Default("plain") Mode mode) {
    Small {
      if (count < 1) {
        throw new IllegalArgumentException("count is " + count + ", expected 1 or more");
      }
    }
  }

  private Small read(String yaml, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("r.yaml"), yaml, StandardCharsets.UTF_8);
    return new RecipeReader(Map.of(), List.of(overrides)).read(file, Small.class);
  }

  private void assertRejected(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(RecipeException.class)
        .hasMessage(folder.resolve("r.yaml") + message);
  }

  @Test
  void rejectsAnchorsAndAliases() {
    String message =
        ": anchors (&name) and aliases (*name) are not supported: write the value itself";
    assertRejected("count: &a 2\nrate: *a\n", ":2" + message);
    assertRejected("rate: 1\ncount: *a\n", ":2" + message);
    StringBuilder bomb = new StringBuilder("a: &a [x, x]\n");
    for (char c = 'b'; c < 'z'; c++) {
      char before = (char) (c - 1);
      bomb.append(c).append(": &").append(c).append(" [*").append(before).append(", *");
      bomb.append(before).append("]\n");
    }
    assertRejected(bomb.toString(), ":1" + message);
  }

  @ParameterizedTest
  @ValueSource(ints = {51, 900, 200_000})
  void rejectsDeepNesting(int depth) {
    assertThatThrownBy(() -> read("count: " + "[".repeat(depth)))
        .isInstanceOf(RecipeException.class)
        .hasMessageStartingWith(folder.resolve("r.yaml") + ":1: ")
        .hasMessageContaining("nest");
    assertThatThrownBy(() -> read("count: 1", "a.".repeat(depth) + "b=1"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("keys, expected at most 50");
  }

  @Test
  void rejectsNumbersOutOfRange() {
    assertRejected(
        "rate: 1\ncount: 2147483648",
        ":2: count is \"2147483648\", expected a whole number up to 2147483647");
    assertRejected("count: -3", ":1: count is -3, expected 1 or more");
    for (String rate : List.of("NaN", "Infinity", "-.inf", ".nan", "1e999", "1f", "0x1p3")) {
      assertRejected("rate: " + rate, ":1: rate is \"" + rate + "\", expected a finite number");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-4", "2", "2.", ".5", "-0.25", "1E+3"})
  void readsDecimalNumbers(String rate) throws IOException {
    assertThat(read("rate: " + rate).rate()).isEqualTo(Double.parseDouble(rate));
  }

  @Test
  void rejectsDuplicateAndLongKeys() {
    assertRejected(
        "count: 1\nrate: 1\ncount: 2\n",
        ":3: \"count\" is defined twice, first at " + folder.resolve("r.yaml") + ":1");
    assertRejected(
        "count: 1\n" + "k".repeat(900) + ": 1",
        ":2: found a key of 900 characters, expected at most 80");
  }

  @Test
  void abbreviatesLongValues() {
    assertRejected(
        "count: " + "9".repeat(5000),
        ":1: count is \"" + "9".repeat(80) + "...\", expected a whole number up to 2147483647");
  }

  @Test
  void rejectsOtherEncodings() throws IOException {
    Path file = folder.resolve("r.yaml");
    Files.write(file, "count: 1\nmode: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> new RecipeReader(Map.of(), List.of()).read(file, Small.class))
        .hasMessage(file + ":2: is not UTF-8: convert the recipe to UTF-8");
  }

  @Test
  void rejectsLargeFiles() {
    assertRejected(
        "#".repeat((1 << 20) + 1), ": has 1048577 bytes, expected a recipe of at most 1048576");
  }

  @Test
  void readsOrRejectsMutatedRecipes() throws IOException {
    mutate(600);
  }

  @Test
  @Tag("slow")
  void readsOrRejectsManyMutatedRecipes() throws IOException {
    mutate(30_000);
  }

  private void mutate(int times) throws IOException {
    List<Path> shipped;
    try (Stream<Path> all = Files.list(Path.of("..", "recipes"))) {
      shipped = all.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    Map<String, String> variables = new HashMap<>();
    for (Path file : shipped) {
      Matcher names = Pattern.compile("\\$\\{([^}]*)\\}").matcher(Files.readString(file));
      while (names.find()) {
        variables.put(names.group(1), "/x/" + names.group(1));
      }
    }
    Path file = folder.resolve("mutated.yaml");
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      Files.write(file, mutated(Files.readString(shipped.get(n % shipped.size())), random));
      try {
        new RecipeReader(variables, List.of()).read(file, KINDS, "static");
      } catch (RecipeException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith(file.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static byte[] mutated(String recipe, Random random) {
    String[] lines = recipe.split("\n", -1);
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      int at = random.nextInt(lines.length);
      String value = VALUES.get(random.nextInt(VALUES.size()));
      switch (random.nextInt(6)) {
        case 0 -> lines[at] = lines[random.nextInt(lines.length)];
        case 1 -> lines[at] = "";
        case 2 -> lines[at] = "  ".repeat(random.nextInt(3)) + lines[at];
        default ->
            lines[at] = lines[at].replaceFirst(": .*", Matcher.quoteReplacement(": " + value));
      }
    }
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
