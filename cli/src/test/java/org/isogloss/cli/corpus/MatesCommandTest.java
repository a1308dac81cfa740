// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Language;
import org.isogloss.measure.crosslingual.MateRanks;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mates by a BiCLA model with random parameters, compared with the equations of the paper. */
class MatesCommandTest extends CommandTest {
  private static final List<String> GERMAN = List.of("Katze Haus", "Hund Hand Baum", "Baum Haus");
  private static final List<String> ENGLISH = List.of("tree house", "cat hand", "house dog cat");

  private BiclaFiles model;
  private Path modelFolder;
  private Path german;
  private Path english;

  @BeforeEach
  void writeFiles() throws IOException {
    BiclaFiles random = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, 5);
    model =
        new BiclaFiles(
            random.architecture(),
            random.parameters(),
            List.of(
                table(random, 0, "en", List.of("cat", "house", "dog", "hand", "tree")),
                table(random, 1, "de", List.of("katze", "haus", "hund", "hand", "baum"))));
    modelFolder = Files.createDirectory(folder.resolve("model"));
    model.write(
        modelFolder,
        new ModelManifest(
            "random",
            "MIT",
            new EncodingSettings("", "", 128, Pooling.NONE),
            new Provenance("", 1, List.of())));
    german = Files.write(folder.resolve("sentences.de"), GERMAN);
    english = Files.write(folder.resolve("sentences.en"), ENGLISH);
  }

  private static WordTable table(BiclaFiles random, int of, String language, List<String> words) {
    List<String> all = new ArrayList<>(words);
    while (all.size() < random.words().get(of).size()) {
      all.add("word" + all.size());
    }
    return new WordTable(Language.of(language), all, random.words().get(of).vectors());
  }

  /** The scores of all sentences with all candidates, by the equations of the paper. */
  private float[][] expected(
      String firstLanguage, List<String> first, String secondLanguage, List<String> second) {
    ReferenceBicla reference = new ReferenceBicla(model);
    float[][] scores = new float[first.size()][second.size()];
    for (int i = 0; i < first.size(); i++) {
      for (int j = 0; j < second.size(); j++) {
        scores[i][j] =
            (float)
                reference.signedLogScore(
                    sequence(firstLanguage, first.get(i)), sequence(secondLanguage, second.get(j)));
      }
    }
    return scores;
  }

  private WordSequence sequence(String language, String text) {
    WordTable words =
        model.words().stream()
            .filter(table -> table.language().equals(Language.of(language)))
            .findFirst()
            .orElseThrow();
    return new WordSequence(words, words.rows(text, 128));
  }

  private int mates(Object... args) {
    List<Object> all = new ArrayList<>(List.of("mates"));
    all.addAll(List.of(args));
    all.addAll(List.of("--model", modelFolder));
    return isogloss(all.toArray());
  }

  private record Line(int sentence, int candidate, double score) {}

  private List<Line> lines() {
    return out()
        .lines()
        .map(line -> line.split("\t", -1))
        .map(
            f -> new Line(Integer.parseInt(f[0]), Integer.parseInt(f[1]), Double.parseDouble(f[2])))
        .toList();
  }

  private void assertPrinted(float[][] scores) {
    List<Line> lines = lines();
    assertThat(lines).hasSize(scores.length * scores[0].length);
    for (Line line : lines) {
      assertThat(line.score())
          .isCloseTo(scores[line.sentence() - 1][line.candidate() - 1], within(2e-6));
    }
    for (int i = 0; i < scores.length; i++) {
      int sentence = i + 1;
      assertThat(lines.stream().filter(line -> line.sentence() == sentence))
          .isSortedAccordingTo(Comparator.comparingDouble(line -> -line.score()));
    }
  }

  @Test
  void scoresEveryPairInTheLanguagesOfTheFileNames() {
    assertThat(mates(german, english, "--top", 9)).as(err()).isZero();
    assertPrinted(expected("de", GERMAN, "en", ENGLISH));
    assertThat(err())
        .contains("Read 3 lines of " + german + " in German\n")
        .contains("Read 3 lines of " + english + " in English\n");
  }

  @Test
  void detectsLanguagesThatTheFileNamesDoNotState() throws IOException {
    Path first = Files.write(folder.resolve("first.txt"), GERMAN);
    Path second = Files.write(folder.resolve("second"), ENGLISH);
    assertThat(mates(first, second, "--top", 9, "-q")).as(err()).isZero();
    assertPrinted(expected("de", GERMAN, "en", ENGLISH));
  }

  @Test
  void readsTheGivenLanguages() {
    assertThat(mates(english, english, "--languages", "de-en", "--top", 9, "-q")).isZero();
    assertThat(lines()).as("hand is the only German word").hasSize(3);
    assertThat(lines().getFirst().sentence()).isEqualTo(2);
    assertThat(lines().getFirst().score())
        .isCloseTo(
            expected("de", List.of("hand"), "en", ENGLISH)[0][lines().getFirst().candidate() - 1],
            within(2e-6));
  }

  @Test
  void printsTheBestMateAboveTheThreshold() {
    float[][] scores = expected("de", GERMAN, "en", ENGLISH);
    double best = Math.max(scores[0][0], Math.max(scores[0][1], scores[0][2]));
    assertThat(mates(german, english, "--threads", 1, "-q")).isZero();
    assertThat(lines()).extracting(Line::sentence).containsExactly(1, 2, 3);
    assertThat(lines().getFirst().score()).isCloseTo(best, within(2e-6));
    Path file = folder.resolve("mates.tsv");
    assertThat(mates(german, english, "--threshold", 50, "--to", file)).isZero();
    assertThat(err()).contains("Wrote 0 pairs to " + file);
  }

  @Test
  void linesWithoutKnownWordsHaveNoMates() throws IOException {
    Path gaps = Files.write(folder.resolve("gaps.de"), List.of("", "Haus", "unbekannt"));
    assertThat(mates(gaps, english)).isZero();
    assertThat(lines()).singleElement().satisfies(line -> assertThat(line.sentence()).isEqualTo(2));
    assertThat(err()).contains("in German, 2 of them without a known word\n");
  }

  @Test
  void measuresAlignedFilesInBothDirections() {
    float[][] scores = expected("de", GERMAN, "en", ENGLISH);
    float[][] transposed = new float[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        transposed[j][i] = scores[i][j];
      }
    }
    assertThat(mates(german, english, "--aligned", "-q")).as(err()).isZero();
    assertThat(out())
        .isEqualTo(
            accuracy("sentences to candidates", MateRanks.of(scores))
                + accuracy("candidates to sentences", MateRanks.of(transposed)));
  }

  private static String accuracy(String direction, MateRanks ranks) {
    return String.format(
        Locale.ROOT,
        "%-24s accuracy %.4f  MRR %.4f\n",
        direction,
        ranks.accuracy(),
        ranks.meanReciprocalRank());
  }

  @Test
  void refusesLanguagesThatTheModelDoesNotHave() throws IOException {
    assertThat(mates(german, english, "--languages", "de-fr")).isEqualTo(1);
    assertThat(err())
        .contains(modelFolder + ": has no words of French, expected one of its languages: en, de");
    assertThat(mates(german, english, "--languages", "German")).isEqualTo(1);
    assertThat(err()).contains("--languages is \"German\", expected").contains("such as de-en");
    Path greek = Files.writeString(folder.resolve("greek"), "γάτα\n");
    assertThat(mates(greek, english)).isEqualTo(1);
    assertThat(err()).contains(greek + ": contains no word that the model knows");
  }

  @Test
  void languagesAreForBiclaModels() {
    assertThat(isogloss("mates", german, english, "--model", "tiny", "--languages", "de-en"))
        .isEqualTo(1);
    assertThat(err()).contains("--languages is for BiCLA models, and tiny is none");
  }

  @Test
  void refusesACrossEncoder() throws IOException {
    Path crossEncoder = SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    assertThat(isogloss("mates", german, english, "--model", crossEncoder)).isEqualTo(1);
    assertThat(err()).contains("a cross-encoder cannot encode texts").doesNotContain("\tat ");
  }

  @Test
  void findsMatesByVectors() {
    assertThat(isogloss("mates", german, english, "--model", "tiny", "--aligned", "-q")).isZero();
    assertThat(out().lines()).hasSize(2).allMatch(line -> line.contains(" accuracy "));
  }

  @Test
  void skippedLinesKeepTheirNumbers() throws IOException {
    Path damaged = folder.resolve("damaged.de.txt");
    byte[] good = Files.readAllBytes(german);
    byte[] bytes = new byte[good.length + 2];
    bytes[0] = (byte) 0xff;
    bytes[1] = '\n';
    System.arraycopy(good, 0, bytes, 2, good.length);
    Files.write(damaged, bytes);
    assertThat(isogloss("mates", german, english, "--model", "tiny", "-q")).isZero();
    List<Line> expected = lines();
    assertThat(expected).isNotEmpty();
    assertThat(isogloss("mates", damaged, english, "--model", "tiny", "-q", "--on-error", "skip"))
        .isZero();
    assertThat(lines().subList(expected.size(), lines().size()))
        .extracting(line -> new Line(line.sentence() - 1, line.candidate(), line.score()))
        .isEqualTo(expected);
  }
}
