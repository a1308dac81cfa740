// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class VectorsEncodeCommandTest extends CommandTest {
  @Test
  void encodesDistinctWordsMostFrequentFirst() throws IOException {
    Path text = Files.writeString(folder.resolve("text.txt"), "Ein Haus. Das Haus!\nEin Haus?\n");
    Path to = folder.resolve("de.vec");
    assertThat(
            isogloss("vectors", "encode", text, "--model", "tiny", "--language", "de", "--to", to))
        .as(err())
        .isZero();
    WordVectors vectors = WordVectors.read(to, 100);
    assertThat(vectors.words()).containsExactly("haus", "ein", "das");
    try (LoadedModel tiny = Models.open("tiny", 1)) {
      assertThat(vectors.vector(0))
          .isEqualTo(tiny.encoder().encode(List.of("haus"), Role.PASSAGE)[0]);
    }
    assertThat(err()).contains("Wrote 3 words in 256 dimensions to " + to);
  }

  @Test
  void leavesOutRareWords() throws IOException {
    Path text = Files.writeString(folder.resolve("text.txt"), "a b a\n");
    Path to = folder.resolve("x.vec");
    assertThat(isogloss("vectors", "encode", text, "--model", "tiny", "--min-count", 2, "--to", to))
        .as(err())
        .isZero();
    assertThat(WordVectors.read(to, 100).words()).containsExactly("a");
    assertThat(isogloss("vectors", "encode", text, "--model", "tiny", "--min-count", 3, "--to", to))
        .isEqualTo(1);
    assertThat(err()).contains("no word of the text occurs 3 times or more");
    assertThat(WordVectors.read(to, 100).words()).containsExactly("a");
  }
}
