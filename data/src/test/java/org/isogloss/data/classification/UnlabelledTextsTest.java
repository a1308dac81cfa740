// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** Tables of pairs with a header, and the other formats of texts to classify. */
class UnlabelledTextsTest extends RecordReaderContractTest<UnlabelledText> {
  @Override
  public String fileName() {
    return "pairs.tsv";
  }

  @Override
  public Records<UnlabelledText> read(Path file, OnError onError) {
    return UnlabelledTexts.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("Er ging.\tEr lief.", "a\tb\tneutral", "Er blieb.\tEr ging.\t-");
  }

  @Override
  public List<UnlabelledText> expected() {
    return List.of(pair("Er ging.", "Er lief."), pair("a", "b"), pair("Er blieb.", "Er ging."));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("four columns", "1\ta\tb\tneutral", "found 4 columns, expected a text, or two"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + "\ty";
  }

  private static UnlabelledText pair(String first, String second) {
    return new UnlabelledText(first, Optional.of(second));
  }

  private static UnlabelledText single(String text) {
    return new UnlabelledText(text, Optional.empty());
  }

  private List<UnlabelledText> read(String text) throws IOException {
    return UnlabelledTexts.read(write(text), OnError.FAIL).toList();
  }

  @Test
  void everyLineOfPlainTextIsAText() throws IOException {
    assertThat(read("Good, really.\n\nBad.\n"))
        .containsExactly(single("Good, really."), single("Bad."));
  }

  @Test
  void readsColumnsByTheirNames() throws IOException {
    assertThat(read("sentence1\tsentence2\na\tb\n\nc\td\n"))
        .containsExactly(pair("a", "b"), pair("c", "d"));
    assertThat(read("id\ttext\tlabel\n1\ta\tgood\n2\tb\t-\n"))
        .containsExactly(single("a"), single("b"));
    assertThat(read("premise,\"hypothesis\"\n\"a, b\",c\n")).containsExactly(pair("a, b", "c"));
  }

  @Test
  void readsJsonWithAndWithoutLabels() throws IOException {
    assertThat(
            read(
                """
                {"premise": "a", "hypothesis": "b", "label": "neutral"}
                {"text": "c"}
                """))
        .containsExactly(pair("a", "b"), single("c"));
  }
}
