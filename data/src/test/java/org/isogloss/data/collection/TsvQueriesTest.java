// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class TsvQueriesTest extends RecordReaderContractTest<Query> {
  private static final Language SW = Language.of("sw");

  @Override
  public String fileName() {
    return "topics.tsv";
  }

  @Override
  public Records<Query> read(Path file, OnError onError) {
    return TsvQueries.read(file, FieldNames.QUERIES, SW, onError);
  }

  @Override
  public List<String> good() {
    return List.of("1048585\tmadaraja", "q2\tdaraja liko wapi?", "q3\t橋");
  }

  @Override
  public List<Query> expected() {
    return List.of(
        new Query("1048585", SW, "madaraja"),
        new Query("q2", SW, "daraja liko wapi?"),
        new Query("q3", SW, "橋"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "q4 madaraja", "found 1 column, expected id TAB text"),
        new Bad("three columns", "q4\ta\tb", "found 3 columns"),
        new Bad("blank id", "\tmadaraja", "the id is empty"),
        new Bad("blank text", "q4\t ", "the text of the query is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "long\t" + "x".repeat(characters);
  }

  @Test
  void readsAHeader() throws IOException {
    Path file = write("qid\tlang\tquery\n7\tde\tBrücken\n");
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(new Query("7", Language.of("de"), "Brücken"));
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written.tsv");
    List<Query> queries =
        List.of(
            new Query("7", Language.of("de"), "Brücken"),
            new Query("8", Language.UNDETERMINED, "x y"));
    try (RecordWriter<Query> writer = TsvQueries.writer(file)) {
      writer.writeAllAndCommit(queries.iterator());
    }
    assertThat(TsvQueries.read(file, OnError.FAIL).toList()).isEqualTo(queries);
  }
}
