// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the files of messages against each other, and against the page that uses them. */
class MessagesTest {
  private static final Path PAGE = Path.of("src/main/resources/org/isogloss/server/page");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

  /** A key, wherever the page names it: in an attribute, a call or a table. */
  private static final Pattern KEY = Pattern.compile("\"([a-z]+\\.[a-zA-Z]+)\"");

  /** The forms of the plural by language, as CLDR has them for whole numbers below a million. */
  private static final Map<String, Set<String>> FORMS =
      Map.of(
          "ar", Set.of("zero", "one", "two", "few", "many", "other"),
          "de", Set.of("one", "other"),
          "en", Set.of("one", "other"),
          "es", Set.of("one", "other"),
          "fr", Set.of("one", "other"),
          "ja", Set.of("other"),
          "zh", Set.of("other"));

  /** Forms that can name their number in a word. */
  private static final Set<String> NAMED = Set.of("zero", "one", "two");

  static Stream<String> languages() {
    return FORMS.keySet().stream().sorted();
  }

  private static JsonNode messages(String language) {
    return read(PAGE.resolve("messages/" + language + ".json"));
  }

  private static JsonNode read(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> keys(JsonNode node) {
    return StreamSupport.stream(
            ((Iterable<String>) node::fieldNames).spliterator(), /* parallel= */ false)
        .toList();
  }

  private static Set<String> placeholders(JsonNode text) {
    return PLACEHOLDER
        .matcher(text.asText())
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theLanguagesOfThePageHaveMessages() throws IOException {
    String script = Files.readString(PAGE.resolve("messages.js"));
    String list = script.substring(script.indexOf('[') + 1, script.indexOf(']'));
    assertThat(Pattern.compile("[a-z]+").matcher(list).results().map(MatchResult::group))
        .containsExactlyElementsOf(languages().toList());
    try (Stream<Path> files = Files.list(PAGE.resolve("messages"))) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(languages().toList());
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void noKeyLacks(String language) {
    assertThat(keys(messages(language))).isEqualTo(keys(messages("en")));
  }

  @ParameterizedTest
  @MethodSource("languages")
  void placeholdersAgree(String language) {
    JsonNode english = messages("en");
    JsonNode messages = messages(language);
    for (String key : keys(english)) {
      JsonNode message = messages.get(key);
      assertThat(message.isObject()).as(key).isEqualTo(english.get(key).isObject());
      if (message.isTextual()) {
        assertThat(message.asText()).as(key).isNotBlank();
        assertThat(placeholders(message)).as(key).isEqualTo(placeholders(english.get(key)));
        continue;
      }
      assertThat(keys(message)).as(key).hasSameElementsAs(FORMS.get(language));
      Set<String> expected = placeholders(english.get(key).get("other"));
      for (String form : keys(message)) {
        Set<String> found = placeholders(message.get(form));
        if (!found.equals(expected)) {
          assertThat(NAMED).as("%s without {count}", key).contains(form);
          found.add("count");
          assertThat(found).as(key).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void thePageUsesEachMessageAndNamesNoOther() throws IOException {
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.list(PAGE)) {
      for (Path file : files.filter(file -> file.toString().matches(".*\\.(js|html)")).toList()) {
        KEY.matcher(Files.readString(file)).results().forEach(found -> used.add(found.group(1)));
      }
    }
    used.removeAll(Set.of("isogloss.token", "isogloss.shortcuts", "isogloss.language"));
    assertThat(used).isEqualTo(new TreeSet<>(keys(messages("en"))));
  }
}
