// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.isogloss.cli.CommandTest;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.core.Language;
import org.isogloss.core.util.Margin;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.mining.scoring.MinedPair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MineCommandTest extends CommandTest {
  private Path german;
  private Path english;
  private Path pairs;

  @BeforeEach
  void writeFiles() throws IOException {
    german = folder.resolve("de.txt");
    english = folder.resolve("en.txt");
    pairs = folder.resolve("pairs.tsv");
    Files.writeString(
        german,
        """
        Die Katze schläft.
        Das Haus ist groß.

        Gestern hat es den ganzen Tag geregnet.
        Das Haus ist groß.
        Wo ist der Bahnhof?
        """);
    Files.writeString(
        english,
        """
        Where is the station?
        My brother bought a new car.
        The cat sleeps.
        The house is big.
        """);
  }

  private int mine(Object... more) {
    Object[] args = new Object[more.length + 7];
    System.arraycopy(
        new Object[] {"mine", german, english, "--to", pairs, "--model", "tiny"}, 0, args, 0, 7);
    System.arraycopy(more, 0, args, 7, more.length);
    return isogloss(args);
  }

  @Test
  void writesTheBestPairsFirst() throws IOException {
    assertThat(mine("--line-numbers", "--best", 3)).isZero();
    List<String> lines = Files.readAllLines(pairs);
    assertThat(lines).first().isEqualTo("source_line\ttarget_line\tscore\tsource\ttarget");
    assertThat(lines.stream().skip(1).map(line -> line.split("\t", -1)))
        .hasSize(3)
        .extracting(columns -> columns[0] + " " + columns[1])
        .containsExactlyInAnyOrder("1 3", "2 4", "6 1");
    assertThat(lines.stream().skip(1).map(line -> Double.valueOf(line.split("\t", -1)[2])))
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(err())
        .contains("de.txt: 6 lines; skipped 1 blank, 1 repeated")
        .contains("en.txt: 4 lines\n")
        .contains("Wrote 3 pairs, scores ");
    assertThat(folder.resolve("pairs.tsv.work")).doesNotExist();
  }

  @Test
  void excludesPairsBelowTheThreshold() throws IOException {
    assertThat(mine("--margin", "cosine", "--threshold", "0.5", "--quiet")).isZero();
    List<String> lines = Files.readAllLines(pairs);
    assertThat(lines).first().isEqualTo("score\tsource\ttarget");
    assertThat(lines).contains(lines.get(1)).hasSizeBetween(2, 4);
    assertThat(mine("--margin", "cosine", "--threshold", "1.5")).isZero();
    assertThat(Files.readAllLines(pairs)).hasSize(1);
    assertThat(err()).contains("Wrote 0 pairs, to ");
  }

  @Test
  void usesTheKeptFolderForAnotherMargin() throws IOException {
    assertThat(mine("--keep-work", "--selection", "intersection")).isZero();
    assertThat(folder.resolve("pairs.tsv.work/source/vectors")).exists();
    assertThat(mine("--margin", "distance", "--selection", "forward", "--one-to-one")).isZero();
    assertThat(folder.resolve("pairs.tsv.work")).doesNotExist();
  }

  @Test
  void bothSearchMethodsAgreeOnSmallFiles() throws IOException {
    assertThat(mine("--search", "exact")).isZero();
    String exact = Files.readString(pairs);
    assertThat(mine("--search", "cells")).isZero();
    assertThat(Files.readString(pairs)).isEqualTo(exact);
  }

  @Test
  void rejectsTheWorkFolderOfOtherFiles() throws IOException {
    assertThat(mine("--keep-work")).isZero();
    Files.writeString(german, "Etwas anderes.\n");
    assertThat(mine()).isEqualTo(1);
    assertThat(err())
        .endsWith("whose source is different; delete it or choose another folder (--work DIR)\n");
  }

  @Test
  void rejectsNumbersOutOfRange() {
    assertThat(mine("--neighbours", 0)).isEqualTo(1);
    assertThat(err()).contains("--neighbours is 0, expected 1 or more");
    assertThat(isogloss("benchmark", "mining", "--data", folder, "--pipeline", "bm25"))
        .isEqualTo(1);
    assertThat(isogloss("benchmark", "ntrex", "--data", folder, "--others", 5)).isEqualTo(1);
    assertThat(err()).contains("--others belongs to the benchmark mining");
  }

  @Test
  void writesATranslationMemory() {
    pairs = folder.resolve("pairs.tmx");
    assertThat(mine("--best", 1, "--languages", "de-en")).isZero();
    try (Records<SentencePair> written = Bitext.read(pairs, OnError.FAIL)) {
      assertThat(written.toList())
          .containsExactly(
              new SentencePair(
                  Language.of("de"),
                  Language.of("en"),
                  "Wo ist der Bahnhof?",
                  "Where is the station?",
                  ""));
    }
    assertThat(mine("--best", 1)).isEqualTo(1);
    assertThat(err()).contains("de.txt: the language cannot be determined", "--languages PAIR");
  }

  @Test
  void proposesNoThresholdForTooFewPairs() {
    assertThat(mine()).isZero();
    assertThat(err()).contains("No threshold is proposed: the scores do not fall into");
    assertThat(mine("--proposed-threshold")).isEqualTo(1);
    assertThat(err()).contains("do not fall into translations and others: give --threshold SCORE");
    assertThat(mine("--proposed-threshold", "--threshold", 1)).isEqualTo(1);
  }

  @Test
  void proposesAThresholdAndShowsTheBorder() {
    List<MinedPair> mined = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      mined.add(new MinedPair(i, i, 1.13 + 0.02 * random.nextGaussian()));
      mined.add(
          new MinedPair(300 + i, 300 + i, 1 - 0.01 * Math.log(-Math.log(random.nextDouble()))));
    }
    mined.sort(Comparator.comparingDouble(MinedPair::score).reversed());
    ThresholdProposal proposal = ThresholdProposal.of(mined, Margin.RATIO);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    proposal.print(
        new Console(new ByteArrayOutputStream(), err, Terminal.NONE),
        pair -> "pair " + pair.source());
    assertThat(proposal.require()).isBetween(1.04, 1.10);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("Proposed threshold: 1.0")
        .contains(" of 600 reach; estimated precision ", "  -- 1.0")
        .hasLineCount(8);
  }
}
