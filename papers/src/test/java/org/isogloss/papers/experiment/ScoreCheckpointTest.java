// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreCheckpointTest {
  private static final float[] FIRST = {-0.25f, 1e-30f, 3};

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("work/scores.txt");
    try (ScoreCheckpoint scores = ScoreCheckpoint.open(file)) {
      scores.add(FIRST);
    }
  }

  @Test
  void returnsStoredScores() {
    try (ScoreCheckpoint scores = ScoreCheckpoint.open(file)) {
      assertThat(scores.size()).isEqualTo(1);
      assertThat(scores.scores().getFirst()).containsExactly(FIRST);
    }
  }

  @Test
  void scoresATruncatedLastLineAgain() throws IOException {
    Files.writeString(file, "1.0 2.0\n3.0 4");
    try (ScoreCheckpoint scores = ScoreCheckpoint.open(file)) {
      assertThat(scores.size()).isEqualTo(1);
      scores.add(new float[] {5, 6});
    }
    assertThat(Files.readString(file)).isEqualTo("1.0 2.0\n5.0 6.0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1.0  2.0", "NaN", "1e999", "Infinity", "1f", "0x1p3", "\u00e9"})
  void reportsDamagedLineWithItsNumber(String line) throws IOException {
    Files.writeString(file, "1.0\n" + line + "\n1.0\n");
    assertThatThrownBy(() -> ScoreCheckpoint.open(file))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ":2: found \"")
        .hasMessageEndingWith("delete the file to create it again");
  }

  @Test
  void rejectsScoresOfOtherCandidates() {
    try (ScoreCheckpoint scores = ScoreCheckpoint.open(file)) {
      scores.requireSizes(List.of(3, 7));
      assertThatThrownBy(() -> scores.requireSizes(List.of(2)))
          .hasMessageStartingWith(file + ":1: found 3 scores, expected 2: delete");
      assertThatThrownBy(() -> scores.requireSizes(List.of()))
          .hasMessageStartingWith(file + ":1: found 3 scores, expected the end of the file");
    }
  }
}
