// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class JsonlQueriesTest extends RecordReaderContractTest<Query> {
  @Override
  public String fileName() {
    return "queries.jsonl";
  }

  @Override
  public Records<Query> read(Path file, OnError onError) {
    return JsonlQueries.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"id\": \"q1\", \"text\": \"Brücken\", \"language\": \"de\"}",
        "{\"_id\": \"q2\", \"text\": \"bridges\", \"metadata\": {}}",
        "{\"qid\": 3, \"query\": \"橋\", \"lang\": \"ja\"}");
  }

  @Override
  public List<Query> expected() {
    return List.of(
        new Query("q1", Language.of("de"), "Brücken"),
        new Query("q2", Language.UNDETERMINED, "bridges"),
        new Query("3", Language.of("ja"), "橋"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("not JSON", "q1\tBrücken", "is not JSON, at column"),
        new Bad("no id", "{\"text\":\"b\"}", "has no \"id\" or \"_id\" or \"qid\""),
        new Bad("blank id", "{\"id\":\"\",\"text\":\"b\"}", "\"id\" is empty"),
        new Bad("no text", "{\"id\":\"q\"}", "has no \"text\" or \"query\""),
        new Bad("blank text", "{\"id\":\"q\",\"text\":\" \"}", "the text of the query is empty"),
        new Bad("text is a list", "{\"id\":\"q\",\"text\":[]}", "\"text\" is a list"),
        new Bad("twice the same key", "{\"id\":1,\"id\":2,\"text\":\"a\"}", "\"id\" twice"),
        new Bad(
            "unknown language",
            "{\"id\":1,\"lang\":\"dx\",\"text\":\"a\"}",
            "unknown language \"dx\""));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"id\":\"long\",\"text\":\"" + "x".repeat(characters) + "\"}";
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written.jsonl");
    try (RecordWriter<Query> writer = JsonlQueries.writer(file)) {
      writer.writeAllAndCommit(expected().iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}
