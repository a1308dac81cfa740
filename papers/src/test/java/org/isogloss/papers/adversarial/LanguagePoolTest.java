// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.data.collection.ClirMatrixFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two languages with four candidates each, whose scores are written in their texts. */
class LanguagePoolTest {
  private static final List<Language> LANGUAGES = List.of(Language.of("en"), Language.of("de"));

  @TempDir Path folder;

  /** Encodes a text as the number that it begins with; the query is 1. */
  private static final class NumberEncoder implements Encoder {
    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public String fingerprint() {
      return "numbers";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream()
          .map(text -> new float[] {Float.parseFloat(text.split(" ", 2)[0])})
          .toArray(float[][]::new);
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void writeQueries() throws IOException {
    for (Language language : LANGUAGES) {
      Files.writeString(
          folder.resolve("en_" + language + ".test.jl"),
          """
          {"src_id": "a", "src_query": "1 query", "tgt_results": [["a", 6], ["b", 2], ["c", 0], ["d", 0]]}
          """);
    }
    Files.writeString(
        folder.resolve("en_de.test.jl"),
        """
        {"src_id": "x", "src_query": "1 only German", "tgt_results": [["a", 6]]}
        {"src_id": "a", "src_query": "1 query", "tgt_results": [["a", 6], ["b", 2], ["c", 0], ["d", 0]]}
        """);
  }

  private SequencedMap<String, double[]> measure(String english, String german) throws IOException {
    write("en", english);
    write("de", german);
    ClirMatrixFolder collection = new ClirMatrixFolder(folder, 100);
    return new LanguagePool(collection, LANGUAGES, 10, 10)
        .measure(new CandidateVectors(collection, new NumberEncoder()));
  }

  /** Writes documents with the scores of a, b, c and d. */
  private void write(String language, String scores) throws IOException {
    String[] values = scores.split(" ", -1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      lines.append((char) ('a' + i)).append('\t').append(values[i]).append(" text\n");
    }
    Files.writeString(folder.resolve(language + ".tsv"), lines);
  }

  @Test
  void measuresARankingThatPrefersEnglish() throws IOException {
    SequencedMap<String, double[]> found = measure(".9 .8 .7 .6", ".4 .3 .2 .1");
    // Both relevant documents have the ranks 1 and 2 in English, 5 and 6 in German:
    // H = 3 * 16 / 17 with one degree of freedom.
    assertThat(found.get(LanguagePool.PEER)[0]).isCloseTo(0.0928919408837053, within(1e-12));
    assertThat(found.get(LanguagePool.RANK_DISTANCE)).containsExactly(4 / 8.0);
    assertThat(found.get(LanguagePool.OWN_LANGUAGE)).containsExactly(4 / 8.0);
  }

  @Test
  void measuresARankingThatIsFair() throws IOException {
    SequencedMap<String, double[]> found = measure(".95 .8 .3 .1", ".9 .85 .2 .15");
    // Ranks 1 and 4 in English, 2 and 3 in German: the means are equal.
    assertThat(found.get(LanguagePool.PEER)).containsExactly(1);
    assertThat(found.get(LanguagePool.RANK_DISTANCE)).containsExactly(1 / 8.0);
  }
}
