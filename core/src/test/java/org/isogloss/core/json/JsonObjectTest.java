// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonObjectTest {
  private static final int MAX_BYTES = 1000;
  private static final JsonErrors ERRORS =
      (path, problem, cause) -> new IsoglossException(path + ": broken: " + problem, cause);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void setFile() {
    file = folder.resolve("a.json");
  }

  private JsonObject read(String json) throws IOException {
    return JsonObject.read(Files.writeString(file, json), MAX_BYTES, ERRORS);
  }

  @Test
  void returnsValuesByKeyAndType() throws IOException {
    JsonObject json =
        read(
            """
            {"text": "x", "int": 3, "long": 9007199254740993, "real": 1e-3, "flag": true,
             "unit": "hours", "list": ["a", "b"], "none": null,
             "inner": {"deep": 1}, "many": [{"k": 1}, {"k": 2}]}
            """);
    assertThat(json.string("text")).isEqualTo("x");
    assertThat(json.nonBlankString("text")).isEqualTo("x");
    assertThat(json.findString("absent")).isEmpty();
    assertThat(json.findString("none")).isEmpty();
    assertThat(json.findString("text")).isEqualTo(Optional.of("x"));
    assertThat(json.intAtLeast("int", 3)).isEqualTo(3);
    assertThat(json.intInRange("int", 1, 3)).isEqualTo(3);
    assertThat(json.integer("long")).isEqualTo(9_007_199_254_740_993L);
    assertThat(json.number("real")).isEqualTo(1e-3);
    assertThat(json.booleanValue("flag")).isTrue();
    assertThat(json.booleanOrDefault("absent", true)).isTrue();
    assertThat(json.enumConstant("unit", TimeUnit.class)).isEqualTo(TimeUnit.HOURS);
    assertThat(json.strings("list")).containsExactly("a", "b");
    assertThat(json.strings("absent")).isEmpty();
    assertThat(json.string("list", 1)).isEqualTo("b");
    assertThat(json.object("inner").intAtLeast("deep", 0)).isEqualTo(1);
    assertThat(json.objects("many")).extracting(o -> o.integer("k")).containsExactly(1L, 2L);
    assertThat(json.keys()).startsWith("text", "int").endsWith("inner", "many").hasSize(10);
  }

  @Test
  void errorsNameFileKeyAndExpectation() throws IOException {
    JsonObject json =
        read(
            """
            {"text": 7, "blank": " ", "int": -1, "real": 1e999, "flag": "yes", "unit": "hour",
             "list": ["a", 1], "inner": {"deep": "x"}, "many": [{}, 3]}
            """);
    assertError(json, o -> o.string("absent"), "absent is missing, expected a string");
    assertError(json, o -> o.string("text"), "text is 7, expected a string");
    assertError(json, o -> o.nonBlankString("blank"), "blank is blank, expected");
    assertError(json, o -> o.intAtLeast("int", 0), "int is -1, expected 0 or more");
    assertError(json, o -> o.intInRange("int", 1, 9), "int is -1, expected a number from 1 to 9");
    assertError(json, o -> o.integer("real"), "expected a whole number");
    assertError(json, o -> o.number("real"), "expected a finite number");
    assertError(json, o -> o.booleanValue("flag"), "flag is \"yes\", expected true or false");
    assertError(json, o -> o.enumConstant("unit", TimeUnit.class), "did you mean hours?");
    assertError(json, o -> o.strings("list"), "list[1] is 1, expected a string");
    assertError(json, o -> o.object("text"), "text is 7, expected an object");
    assertError(json, o -> o.object("inner").integer("deep"), "inner.deep is \"x\", expected");
    assertError(json, o -> o.objects("many"), "many[1] is 3, expected an object");
  }

  private void assertError(JsonObject json, Function<JsonObject, Object> read, String problem) {
    assertThatThrownBy(() -> read.apply(json))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ": broken: ")
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsKeysThatWereNotRead() throws IOException {
    JsonObject json = read("{\"inner\": {\"depth\": 1, \"deph\": 2}}");
    JsonObject inner = json.object("inner");
    inner.integer("depth");
    assertThatCode(json::rejectUnknownKeys).doesNotThrowAnyException();
    assertThatThrownBy(inner::rejectUnknownKeys)
        .hasMessage(file + ": broken: unknown key inner.deph; did you mean depth?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                   | is not a JSON object",
        "``                   | is not a JSON object",
        "{\"a\": 1            | line 1: is not valid JSON",
        "{\"a\": 1, \"a\": 2} | Duplicate field 'a'",
        "{\"a\": 1} {}        | is not valid JSON: Trailing token",
      })
  void rejectsFilesThatAreNotOneObject(String json, String problem) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ": broken: ")
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsLargeMissingAndUnreadableFiles() throws IOException {
    assertThatThrownBy(() -> read("{\"a\": \"" + "x".repeat(MAX_BYTES) + "\"}"))
        .hasMessage(file + ": broken: has 1009 bytes, expected at most 1000: is it another file?");
    assertThatThrownBy(() -> JsonObject.read(folder.resolve("none"), MAX_BYTES, ERRORS))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder.resolve("none") + ": no such file");
    assertThatThrownBy(() -> JsonObject.read(folder, MAX_BYTES * 10, ERRORS))
        .hasMessage(folder + ": is a folder, expected a file");
  }

  @Test
  void writesWithTheSameLineEndingsEverywhere() throws IOException {
    JsonFile.write(
        file,
        JsonFile.MAPPER
            .createObjectNode()
            .put("a", 1)
            .set("b", JsonFile.MAPPER.valueToTree(List.of("x"))));
    assertThat(file).hasContent("{\n  \"a\" : 1,\n  \"b\" : [\n    \"x\"\n  ]\n}\n");
    assertThat(Files.readString(file)).doesNotContain("\r");
  }
}
