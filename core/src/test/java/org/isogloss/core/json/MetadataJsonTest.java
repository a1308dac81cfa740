// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

class MetadataJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Metadata read(String json) throws JsonProcessingException {
    return MetadataJson.read((ObjectNode) MAPPER.readTree(json));
  }

  @Test
  void flattensNestedObjects() throws JsonProcessingException {
    Metadata metadata =
        read(
            """
            {"author": {"name": "Ada", "born": 1815}, "none": null, "empty": [], "": 1,
             "parts": [{"n": 1, "ok": true}, {"n": 2}], "lists": [[1], [2, 3]]}
            """);
    assertThat(metadata.fields().keySet())
        .containsExactly("author.name", "author.born", "parts.n", "parts.ok", "lists");
    assertThat(metadata.find("parts.n").orElseThrow()).hasToString("1, 2");
    assertThat(metadata.find("lists").orElseThrow()).hasToString("1, 2, 3");
    assertThat(metadata.find("author.name")).contains(MetadataValue.of("Ada"));
  }

  @Test
  void writesWhatItReads() throws JsonProcessingException {
    String json =
        "{\"text\":\"x\",\"whole\":10,\"large\":9007199254740993,\"part\":0.25,\"yes\":true,"
            + "\"one\":[\"a\"],\"two\":[1,2]}";
    assertThat(MetadataJson.write(read(json))).hasToString(json);
  }

  @Test
  void parsesWhatItWroteExactly() throws JsonProcessingException {
    for (String number :
        List.of("12345678901234567.5", "0.12345678901234567891", "0." + "1".repeat(2_000))) {
      Metadata metadata =
          Metadata.EMPTY.with("n", new MetadataValue.NumberValue(new BigDecimal(number)));
      assertThat(MetadataJson.parse(MetadataJson.write(metadata).toString())).isEqualTo(metadata);
    }
    Metadata longName = Metadata.EMPTY.with("n".repeat(2_000), MetadataValue.of(1));
    assertThat(MetadataJson.parse(MetadataJson.write(longName).toString())).isEqualTo(longName);
    assertThatThrownBy(() -> MetadataJson.parse("[1]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("metadata is not a JSON object");
  }

  @Test
  void rejectsWhatCannotBeAField() {
    assertThatThrownBy(() -> read("{\"a\": [1, \"x\"]}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"a\": a list contains the number 1 and the string \"x\"");
    assertThatThrownBy(() -> read("{\"a\": {\"b\": 1}, \"a.b\": 2}"))
        .hasMessageContaining("the field \"a.b\" is given by two keys");
    assertThatThrownBy(() -> read("{\"a\": 1e999}")).hasMessageContaining("out of range");
  }

  @Test
  void limitsNamesAndNumberOfFields() throws JsonProcessingException {
    String name = "n".repeat(490);
    assertThat(read("{\"" + name + "\": {\"" + name + "\": 1}}").fields()).hasSize(1);
    assertThatThrownBy(() -> read("{\"" + name + "\": {\"" + name + "\": {\"" + name + "\": 1}}}"))
        .hasMessageContaining("has more than 1000 characters")
        .message()
        .hasSizeLessThan(300);
    ObjectNode many = MAPPER.createObjectNode();
    for (int i = 0; i < 1000; i++) {
      many.put("f" + i, i);
    }
    assertThat(MetadataJson.read(many).fields()).hasSize(1000);
    many.put("last", 1);
    assertThatThrownBy(() -> MetadataJson.read(many)).hasMessageContaining("more than 1000 fields");
  }
}
