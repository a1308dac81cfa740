// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.isogloss.cli.CommandTest;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VectorsCommandTest extends CommandTest {
  private Path english;
  private Path german;
  private Path train;
  private Path test;
  private Path mapped;

  /** The German vectors are the English ones, turned by 90 degrees. */
  @BeforeEach
  void writeVectors() throws IOException {
    english =
        Files.writeString(
            folder.resolve("en.vec"), "4 2\nthe 1 0\nhouse 3 4\nbook 0 1\ncat -4 3\n");
    german =
        Files.writeString(
            folder.resolve("de.vec"), "4 2\ndas 0 1\nhaus -4 3\nbuch -1 0\nkatze -3 -4\n");
    train = Files.writeString(folder.resolve("en-de.tsv"), "the\tdas\nhouse\thaus\nhouse\theim\n");
    test = Files.writeString(folder.resolve("test.txt"), "Buch book\nKatze cat\nHund dog\n");
    mapped = folder.resolve("out/de.vec");
  }

  @Test
  void skipsWordsWithABlank() throws IOException {
    Files.writeString(german, "5 2\ndas 0 1\nNew York 3 4\nhaus -4 3\n. . 1 1\nbuch -1 0\n");
    Object[] map = {
      "vectors", "map", german, english, "--dictionary", train, "--reverse", "--to", mapped
    };
    assertThat(isogloss(map)).isEqualTo(1);
    assertThat(err()).contains("de.vec:3: the vector of \"New\" contains \"York\"");
    Object[] skipping = Arrays.copyOf(map, map.length + 2);
    skipping[map.length] = "--on-error";
    skipping[map.length + 1] = "skip";
    assertThat(isogloss(skipping)).as(err()).isZero();
    assertThat(err()).contains("skipped 2 records of " + german, "de.vec:3: ", "de.vec:5: ");
    assertThat(WordVectors.read(mapped, 10).words()).containsExactly("das", "haus", "buch");
  }

  @Test
  void mapsVectorsAndMeasuresTranslations() {
    assertThat(
            isogloss(
                "vectors",
                "map",
                german,
                english,
                "--dictionary",
                train,
                "--reverse",
                "--to",
                mapped))
        .as(err())
        .isZero();
    assertThat(err())
        .contains("Learned a map from 2 pairs; 1 pair has a word without a vector")
        .contains("Wrote the vectors of 4 words to " + mapped);
    WordVectors vectors = WordVectors.read(mapped, 10);
    assertThat(vectors.words()).containsExactly("das", "haus", "buch", "katze");
    assertThat(vectors.values())
        .containsExactly(new float[] {1, 0, .6f, .8f, 0, 1, -.8f, .6f}, within(1e-6f));

    assertThat(isogloss("vectors", "evaluate", mapped, english, "--dictionary", test)).isZero();
    assertThat(out())
        .isEqualTo(
            """
                     words     MAP     P@1     P@5    P@10
            covered      2  1.0000  1.0000  1.0000  1.0000
            all          3  0.6667  0.6667  0.6667  0.6667
            """);
    assertThat(err()).contains("4 candidates, coverage 0.667");
  }

  @Test
  void printsJson() {
    assertThat(
            isogloss(
                "vectors",
                "evaluate",
                english,
                english,
                "--dictionary",
                testOf("book the"),
                "--method",
                "csls",
                "--neighbours",
                1,
                "--sample",
                3,
                "--candidates",
                3,
                "--json"))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("\"method\" : \"csls\"", "\"candidates\" : 3", "\"coverage\" : 1.0")
        .contains("\"MAP\" : 0.333", "\"P@5\" : 1.0", "\"words\" : 1");
  }

  private Path testOf(String line) {
    try {
      return Files.writeString(folder.resolve("line.txt"), line + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void writesTheCentredPivot() {
    Path pivot = folder.resolve("centred.vec");
    assertThat(
            isogloss(
                "vectors",
                "map",
                english,
                english,
                "--dictionary",
                testOf("the the"),
                "--dictionary",
                testOf("house house"),
                "--to",
                mapped,
                "--centred-pivot",
                pivot))
        .isEqualTo(1);
    assertThat(err()).contains("found 1 distinct pairs", "expected 2 or more");
    Path words = testOf("the the\nhouse house\nbook book");
    assertThat(
            isogloss(
                "vectors",
                "map",
                english,
                english,
                "--dictionary",
                words,
                "--to",
                mapped,
                "--centred-pivot",
                pivot))
        .as(err())
        .isZero();
    assertThat(WordVectors.read(pivot, 9).values())
        .containsExactly(WordVectors.read(mapped, 9).values(), within(1e-6f));
    // The mean of the unit vectors is (0.2, 0.6).
    assertThat(WordVectors.read(pivot, 9).vector(0))
        .containsExactly(new float[] {.8f, -.6f}, within(1e-6f));
  }

  @Test
  void reportsADictionaryInTheWrongDirection() {
    assertThat(isogloss("vectors", "map", german, english, "--dictionary", train, "--to", mapped))
        .isEqualTo(1);
    assertThat(err())
        .contains("found 0 distinct pairs with vectors of both words among the 3 pairs")
        .contains("Without a vector are 2 source words: the, house.")
        .contains("(--dictionary, --reverse, --max-words, --pairs)");
    assertThat(mapped).doesNotExist();
    assertThat(isogloss("vectors", "evaluate", german, english, "--dictionary", test, "--reverse"))
        .isEqualTo(1);
    assertThat(err()).contains("none of the 3 source words", "(--dictionary, --reverse");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(
            isogloss(
                "vectors", "evaluate", german, english, "--dictionary", test, "--method", "cosine"))
        .isEqualTo(1);
    assertThat(err())
        .contains("--method is cosine, expected one of nearest, inverted-softmax, csls");
    assertThat(isogloss("vectors", "evaluate", german, english, "--dictionary", test, "--beta", 3))
        .isEqualTo(1);
    assertThat(err()).contains("--method nearest does not use --beta");
    assertThat(
            isogloss(
                "vectors",
                "evaluate",
                german,
                english,
                "--dictionary",
                test,
                "--method",
                "inverted-softmax",
                "--beta",
                0))
        .isEqualTo(1);
    assertThat(err()).contains("--beta is 0.0, expected more than 0");
    assertThat(
            isogloss(
                "vectors",
                "map",
                german,
                english,
                "--dictionary",
                train,
                "--to",
                mapped,
                "--pairs",
                0))
        .isEqualTo(1);
    assertThat(err()).contains("--pairs is 0, expected 1 or more");
    assertThat(isogloss("vectors", "map", german, english, "--to", mapped)).isEqualTo(2);
    assertThat(err()).contains("Missing required option: '--dictionary=FILE'");
  }

  @Test
  void skipsUnreadableLinesOnRequest() throws IOException {
    Files.writeString(train, "the\tdas\nhouse\thaus\nno translation here\n");
    assertThat(
            isogloss(
                "vectors",
                "map",
                german,
                english,
                "--dictionary",
                train,
                "--reverse",
                "--to",
                mapped,
                "--on-error",
                "skip"))
        .as(err())
        .isZero();
    assertThat(err()).contains("skipped 1 record of " + train);
  }
}
