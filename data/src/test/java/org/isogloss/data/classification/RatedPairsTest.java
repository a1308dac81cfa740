// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** The STS benchmark, CSV without a header, and the other formats of rated pairs. */
class RatedPairsTest extends RecordReaderContractTest<RatedPair> {
  @Override
  public String fileName() {
    return "stsb.de.csv";
  }

  @Override
  public Records<RatedPair> read(Path file, OnError onError) {
    return RatedPairs.read(file, onError);
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of(
        "Ein Mann tanzt.,Ein Mann springt.,4.75",
        "\"Ein Kind, das \"\"hü\"\" ruft\",Ein Kind.,5",
        "Eine Brücke.,\"Ein Fluss, breit\",0.0");
  }

  @Override
  public List<RatedPair> expected() {
    return List.of(
        new RatedPair("Ein Mann tanzt.", "Ein Mann springt.", 4.75),
        new RatedPair("Ein Kind, das \"hü\" ruft", "Ein Kind.", 5),
        new RatedPair("Eine Brücke.", "Ein Fluss, breit", 0));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two cells", "Ein Mann.,Eine Frau.", "found 2 columns, expected sentence1"),
        new Bad("no number", "a,b,vier", "the score is \"vier\", expected a number such as 3.6"),
        new Bad("infinite", "a,b,Infinity", "the score is \"Infinity\", expected a number"),
        new Bad("no text", "a,,3", "the column \"sentence2\" is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + ",y,1";
  }

  @Test
  void readsTheRatingsOfSick() throws IOException {
    String text =
        """
        pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score
        4\tA boy plays.\tNobody plays.\tcontradiction\t3.6
        """;
    assertThat(RatedPairs.read(write(text), OnError.FAIL).toList())
        .containsExactly(new RatedPair("A boy plays.", "Nobody plays.", 3.6));
  }

  @Test
  void readsJsonLines() throws IOException {
    Path file = write("{\"sentence1\": \"a\", \"sentence2\": \"b\", \"score\": 2.5}\n");
    assertThat(RatedPairs.read(file, OnError.FAIL).toList())
        .containsExactly(new RatedPair("a", "b", 2.5));
  }

  @Test
  void reportsAHeaderWithoutScores() throws IOException {
    Path file = write("sentence1\tsentence2\tlabel\na\tb\t1\n");
    assertThatThrownBy(() -> RatedPairs.read(file, OnError.FAIL).toList())
        .hasMessageContaining(
            ":1: the header has the columns sentence1, sentence2, label, expected")
        .hasMessageContaining("relatedness_score or similarity_score or score");
  }
}
