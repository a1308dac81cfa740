// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

class InsuranceQaAnswersTest extends RecordReaderContractTest<Document> {
  private static final Language EN = Language.of("en");

  @Override
  public String fileName() {
    return "InsuranceQA.label2answer.token.encoded";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    try {
      Path vocabulary =
          Files.writeString(folder.resolve("vocabulary"), "idx_1\tYes.\nidx_2\tNaïve?\n");
      return InsuranceQa.readAnswers(file, vocabulary, onError);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> good() {
    return List.of("1\tidx_1", "20\tidx_2 idx_1", "300\tidx_1 idx_1 ");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("1", EN, "", "Yes."),
        new Document("20", EN, "", "Naïve? Yes."),
        new Document("300", EN, "", "Yes. Yes."));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "1", "found 1 column, expected label TAB"),
        new Bad("no label", "\tidx_1", "the label is empty"),
        new Bad("no words", "1\t", "the answer is empty"),
        new Bad("plain words", "1\tYes.", "the answer contains \"Yes.\""));
  }

  @Override
  public String longRecord(int characters) {
    return "4\t" + "idx_1 ".repeat(characters / 6 + 1);
  }
}
