// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.Test;

class CsvQueriesTest extends RecordReaderContractTest<Query> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "queries.csv";
  }

  @Override
  public Records<Query> read(Path file, OnError onError) {
    return CsvQueries.read(file, FieldNames.QUERIES, DE, onError);
  }

  @Override
  public String file(List<String> records) {
    return "qid;query;lang;date\n" + String.join("\n", records) + "\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of("1;lange Flüsse;;2024", "q2;\"rivers; \"\"long\"\" ones\";en;", "3;川, 湖;ja;");
  }

  @Override
  public List<Query> expected() {
    return List.of(
        new Query("1", DE, "lange Flüsse"),
        new Query("q2", Language.of("en"), "rivers; \"long\" ones"),
        new Query("3", Language.of("ja"), "川, 湖"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two columns", "4;x", "found 2 columns, expected qid; query; lang; date"),
        new Bad("no id", ";x;en;1", "the id is empty"),
        new Bad("no text", "4; ;en;1", "the text of the query is empty"),
        new Bad("unknown language", "4;x;xx;1", "unknown language \"xx\""));
  }

  @Override
  public String longRecord(int characters) {
    return "long;" + "x".repeat(characters) + ";;";
  }

  @Test
  void isDetectedByItsHeader() throws IOException {
    Path file = Files.writeString(folder.resolve("topics.txt"), file(good()));
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.CSV);
    assertThat(Queries.read(file, DE, OnError.FAIL).toList()).isEqualTo(expected());
    assertThat(DataSummary.of(file).records()).isEqualTo(3);
  }
}
