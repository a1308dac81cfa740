// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Queries;
import org.junit.jupiter.api.Test;

class JsonTopicsTest extends RecordReaderContractTest<Topic> {
  private static final Language EN = Language.of("en");
  private static final Language DE = Language.of("de");

  private static final String THREE_VERSIONS =
      """
      {"topic_id": "1", "languages_with_qrels": ["deu"], "topics": [\
      {"lang": "deu", "source": "google translation", "topic_title": "lange Fluss"}, \
      {"lang": "eng", "source": "original", "topic_title": "long river", \
      "topic_description": "a long river"}, \
      {"lang": "deu", "source": "human translation", "topic_title": "langer Fluss", \
      "topic_description": "Ein langer Fluss"}]}\
      """;

  @Override
  public String fileName() {
    return "topics.jsonl";
  }

  @Override
  public Records<Topic> read(Path file, OnError onError) {
    return JsonTopics.read(file, TopicSelection.of(EN), onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        THREE_VERSIONS,
        "{\"qid\": 2, \"title\": \" mountains \", \"narrative\": \"All.\", \"source\": null}",
        "{\"id\": \"3\", \"lang\": \"de\", \"question\": \"Was ist lang?\"}");
  }

  @Override
  public List<Topic> expected() {
    return List.of(
        new Topic("1", EN, "long river", "a long river", ""),
        new Topic("2", EN, "mountains", "", "All."),
        new Topic("3", DE, "", "Was ist lang?", ""));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no id", "{\"title\": \"x\"}", "has no \"topic_id\""),
        new Bad("no text", "{\"topic_id\": \"7\"}", "topic 7 has neither a title"),
        new Bad(
            "another language",
            "{\"topic_id\": \"7\", \"topics\": [{\"lang\": \"fas\", \"source\": \"original\","
                + " \"topic_title\": \"x\"}]}",
            "topic 7 has the versions fa (original), expected one in en",
            "select a language"),
        new Bad("no version", "{\"topic_id\": \"7\", \"topics\": []}", "no versions"),
        new Bad("a title that is a number", "{\"id\": \"7\", \"title\": 1}", "expected a string"),
        new Bad("cut", "{\"id\": \"7\", \"title\": \"x", "is not JSON"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"id\": \"long\", \"title\": \"" + "x".repeat(characters) + "\"}";
  }

  private List<Query> queries(String text, TopicSelection selection) throws IOException {
    return Queries.read(write(text), selection, OnError.FAIL).toList();
  }

  @Test
  void selectsTheOriginalOrTheHumanTranslation() throws IOException {
    assertThat(queries(THREE_VERSIONS, TopicSelection.of(Language.UNDETERMINED)))
        .containsExactly(new Query("1", EN, "long river"));
    assertThat(queries(THREE_VERSIONS, TopicSelection.of(DE)))
        .containsExactly(new Query("1", DE, "langer Fluss"));
    assertThat(queries(THREE_VERSIONS, TopicSelection.of(DE).withSource("Google")))
        .containsExactly(new Query("1", DE, "lange Fluss"));
  }

  @Test
  void selectsParts() throws IOException {
    TopicSelection both = TopicSelection.of(DE).withParts(Topic.Part.DESCRIPTION, Topic.Part.TITLE);
    assertThat(queries(THREE_VERSIONS, both))
        .containsExactly(new Query("1", DE, "langer Fluss Ein langer Fluss"));
    assertThatThrownBy(() -> queries(THREE_VERSIONS, both.withSource("google")))
        .hasMessageContaining(":1: topic 1 has no description: select parts that it has");
    assertThatThrownBy(() -> queries("1\tlong river\n", both))
        .hasMessageContaining("is TSV")
        .hasMessageContaining("no parts and no versions");
  }

  @Test
  void readsArrays() throws IOException {
    TopicSelection english = TopicSelection.of(EN);
    String topics = "[{\"number\": 1, \"title\": \"a\"},\n {\"number\": 2, \"query\": \"b\"}]";
    List<Query> expected = List.of(new Query("1", EN, "a"), new Query("2", EN, "b"));
    assertThat(queries(topics, english)).isEqualTo(expected);
    assertThat(DataFormat.detect(write(topics))).isEqualTo(DataFormat.JSON_TOPICS);
    String wrapped = "{\n  \"name\": {\"x\": [1]}, \"topics\": " + topics + ", \"size\": [2]}";
    assertThat(queries(wrapped, english)).isEqualTo(expected);
    assertThat(queries("{\"questions\": [{\"id\": \"5a\", \"body\": \"What is it?\"}]}", english))
        .containsExactly(new Query("5a", EN, "What is it?"));
    assertThatThrownBy(() -> queries("[{\"number\": 1}, {\"title\": \"a\", \"num\": 2}]", english))
        .hasMessageContaining("topics.jsonl:1: element 1: topic 1 has neither a title");
  }
}
