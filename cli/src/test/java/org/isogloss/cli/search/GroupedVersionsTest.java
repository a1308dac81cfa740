// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the shipped models, on sentences and their translations. */
class GroupedVersionsTest extends CommandTest {
  private String index;

  @BeforeEach
  void build() throws IOException {
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "en1", "language": "en", "text": "The train to Munich leaves at noon from platform seven."}
        {"id": "de1", "language": "de", "title": "Zug", "text": "Der Zug nach München fährt mittags von Gleis sieben ab."}
        {"id": "fr1", "language": "fr", "text": "Le train pour Munich part à midi du quai numéro sept."}
        {"id": "en2", "language": "en", "text": "Cats sleep for most of the day and hunt at night."}
        {"id": "de2", "language": "de", "text": "Katzen schlafen den größten Teil des Tages und jagen nachts."}
        """);
    index = folder.resolve("index").toString();
    assertThat(isogloss("index", documents, "--index", index)).isZero();
  }

  private JsonNode hits(Object... options) throws IOException {
    int before = out().length();
    Object[] arguments = new Object[options.length + 6];
    System.arraycopy(options, 0, arguments, 6, options.length);
    System.arraycopy(
        new Object[] {"search", "--index", index, "--json", "--group", "versions"},
        0,
        arguments,
        0,
        6);
    assertThat(isogloss(arguments)).as(err()).isZero();
    return new ObjectMapper().readTree(out().substring(before)).get("hits");
  }

  @Test
  void showsEachTextOnce() throws IOException {
    JsonNode hits = hits("--prefer", "fr,de", "when does the train to Munich leave");
    assertThat(hits).hasSize(2);
    assertThat(hits.at("/0/id").textValue()).isEqualTo("fr1");
    assertThat(hits.at("/0/versions").findValuesAsText("id"))
        .containsExactlyInAnyOrder("en1", "de1");
    assertThat(hits.at("/0/versions").findValuesAsText("title")).contains("Zug");
    assertThat(hits.at("/1/id").textValue()).isEqualTo("de2");
    assertThat(hits("--query-language", "en", "train to Munich").at("/0/id").textValue())
        .isEqualTo("en1");
    int before = out().length();
    assertThat(isogloss("search", "--index", index, "--group", "versions", "train to Munich"))
        .isZero();
    assertThat(out().substring(before)).contains("also in ").contains("de (de1)");
  }

  @Test
  void rejectsWhatHasNoEffect() {
    assertThat(isogloss("search", "--index", index, "--group", "topics", "cats")).isEqualTo(2);
    assertThat(err()).contains("--group", "expected one of [VERSIONS]", "but was 'topics'");
    assertThat(isogloss("search", "--index", index, "--preference", "2", "cats")).isOne();
    assertThat(err()).contains("--preference is 2.0, expected 0 to 1");
  }
}
