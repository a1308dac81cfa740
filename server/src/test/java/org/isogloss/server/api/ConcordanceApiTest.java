// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.server.SampleBitext;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerBuilder;
import org.isogloss.server.ServerLimits;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ConcordanceApiTest {
  @TempDir private Path folder;

  private ServerBuilder builder() {
    return SearchServer.builder().port(0);
  }

  private ServerBuilder englishGerman() {
    return builder().corpus("en-de", SampleBitext.englishGerman(folder), Optional.empty());
  }

  private static JsonNode ask(TestServer server, String words, String parameters) {
    HttpResponse<String> response =
        server.get(
            "/api/concordance?words="
                + URLEncoder.encode(words, StandardCharsets.UTF_8)
                + parameters);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  private static String covered(String text, JsonNode range) {
    return text.substring(range.get(0).intValue(), range.get(1).intValue());
  }

  @Test
  void marksWordsAndTheirTranslations() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      JsonNode reply = ask(server, "Cat", "");
      assertThat(reply.get("language").textValue()).isEqualTo("en");
      assertThat(reply.get("translation_language").textValue()).isEqualTo("de");
      assertThat(reply.get("pairs").intValue()).isEqualTo(16);
      assertThat(reply.get("occurrences").intValue()).isEqualTo(4);
      assertThat(reply.get("per_million").doubleValue()).isEqualTo(4e6 / 64);
      assertThat(reply.get("translations").get(0).toString())
          .isEqualTo("{\"words\":\"Katze\",\"count\":4,\"share\":1.0}");
      assertThat(reply.get("not_aligned").intValue()).isZero();
      JsonNode line = reply.get("lines").get(1);
      assertThat(line.get("pair").intValue()).isEqualTo(2);
      assertThat(covered(line.get("source").textValue(), line.get("match"))).isEqualTo("cat");
      assertThat(line.get("target").textValue()).isEqualTo("Heute trinkt Katze.");
      assertThat(covered(line.get("target").textValue(), line.get("counterparts").get(0)))
          .isEqualTo("Katze");
    }
  }

  @Test
  void findsWordsOfTheSecondLanguage() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      JsonNode reply = ask(server, "schläft", "");
      assertThat(reply.get("language").textValue()).isEqualTo("de");
      assertThat(reply.get("translations").get(0).get("words").textValue()).isEqualTo("sleeps");
      assertThat(ask(server, "schläft", "&language=en").get("occurrences").intValue()).isZero();
      JsonNode nothing = ask(server, "whale", "");
      assertThat(nothing.get("occurrences").intValue()).isZero();
      assertThat(nothing.get("lines")).isEmpty();
    }
  }

  @Test
  void sortsAndLimitsWhatItShows() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      JsonNode lines = ask(server, "cat", "&sort=after&top=2&show=lines");
      assertThat(lines.get("lines").findValuesAsText("source"))
          .containsExactly("The cat drinks today.", "The cat runs today.");
      assertThat(lines.has("translations")).isFalse();
      JsonNode translations = ask(server, "*s", "&top=3&show=translations");
      assertThat(translations.get("translations")).hasSize(3);
      assertThat(translations.get("distinct_translations").intValue()).isEqualTo(4);
      assertThat(translations.has("lines")).isFalse();
    }
  }

  @Test
  void aSampleOfFrequentWordsIsAligned() throws IOException {
    Path file = SampleBitext.englishGerman(folder);
    List<String> lines = new ArrayList<>();
    Collections.nCopies(300, Files.readAllLines(file)).forEach(lines::addAll);
    Files.write(file, lines);
    try (TestServer server =
        TestServer.of(builder().corpus("en-de", file, Optional.empty()).start())) {
      JsonNode reply = ask(server, "cat", "&top=200");
      assertThat(reply.get("occurrences").intValue()).isEqualTo(1_200);
      assertThat(reply.get("aligned").intValue()).isEqualTo(1_000);
      assertThat(reply.get("translations").get(0).get("count").intValue()).isEqualTo(1_000);
      assertThat(reply.get("lines")).hasSize(200);
    }
  }

  @Test
  void leavesOutSentencesThatWouldMakeARepliesSizeUnbounded() throws IOException {
    Path file = SampleBitext.englishGerman(folder);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.add("The cat" + " runs".repeat(1_000) + "\tKatze");
    lines.add("The cat returns.\tKatze kehrt zurück.");
    Files.write(file, lines);
    try (TestServer server =
        TestServer.of(builder().corpus("en-de", file, Optional.empty()).start())) {
      JsonNode reply = ask(server, "cat", "");
      assertThat(reply.get("occurrences").intValue()).isEqualTo(5);
      assertThat(reply.get("lines").get(4).get("pair").intValue()).isEqualTo(18);
      assertThat(reply.get("long_pairs").intValue()).isEqualTo(1);
      assertThat(reply.get("malformed_pairs").intValue()).isZero();
    }
  }

  @Test
  void readsTheFileAgainOnlyIfItHasChanged() throws IOException {
    Path file = SampleBitext.englishGerman(folder);
    try (TestServer server =
        TestServer.of(builder().corpus("en-de", file, Optional.empty()).start())) {
      FileTime time = FileTime.fromMillis(1_000_000_000_000L);
      Files.setLastModifiedTime(file, time);
      assertThat(ask(server, "cat", "").get("occurrences").intValue()).isEqualTo(4);
      String text = Files.readString(file);
      Files.writeString(file, text.replace("cat", "car"));
      Files.setLastModifiedTime(file, time);
      assertThat(ask(server, "cat", "&sort=after").get("lines").get(0).get("source").textValue())
          .as("same size and time: from memory, in another order")
          .isEqualTo("The cat drinks today.");
      assertThat(ask(server, "car", "").get("occurrences").intValue()).isEqualTo(4);
      Files.writeString(file, text + "broken\n");
      JsonNode changed = ask(server, "cat", "");
      assertThat(changed.get("occurrences").intValue()).isEqualTo(4);
      assertThat(changed.get("malformed_pairs").intValue()).isEqualTo(1);
      assertThat(ask(server, "car", "").get("occurrences").intValue()).isZero();
    }
  }

  @Test
  void servesTwoFilesOfLines() throws IOException {
    List<String> lines = Files.readAllLines(SampleBitext.englishGerman(folder));
    Path english = folder.resolve("news.en");
    Path german = folder.resolve("news.de");
    Files.write(english, lines.stream().map(line -> line.split("\t", -1)[0]).toList());
    Files.write(german, lines.stream().map(line -> line.split("\t", -1)[1]).toList());
    try (TestServer server =
        TestServer.of(builder().corpus("news", english, german, Optional.empty()).start())) {
      JsonNode reply = ask(server, "Katze", "");
      assertThat(reply.get("language").textValue()).isEqualTo("de");
      assertThat(reply.get("translations").get(0).get("words").textValue()).isEqualTo("cat");
    }
  }

  private static JsonNode get(TestServer server, String path) {
    HttpResponse<String> response = server.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestServer.json(response);
  }

  @Test
  void listsCollocations() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      JsonNode reply = get(server, "/api/collocations?words=cat&window=1&min_count=1&top=2");
      assertThat(reply.get("language").textValue()).isEqualTo("en");
      assertThat(reply.get("max_error").intValue()).isZero();
      assertThat(reply.get("collocations")).hasSize(2);
      JsonNode first = reply.get("collocations").get(0);
      assertThat(first.get("word").textValue()).isEqualTo("the");
      assertThat(first.get("count").intValue()).isEqualTo(4);
      assertThat(first.get("frequency").intValue()).isEqualTo(16);
      assertThat(first.get("log_dice").doubleValue())
          .isCloseTo(14 + Math.log(2.0 * 4 / (4 + 16)) / Math.log(2), within(1e-9));
      assertThat(get(server, "/api/collocations?words=katze&language=de").get("collocations"))
          .hasSize(1);
    }
  }

  @Test
  void listsFrequentWordsAndNgrams() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      JsonNode words = get(server, "/api/frequencies?top=1&language=de");
      assertThat(words.get("frequencies").toString())
          .isEqualTo("[{\"words\":\"heute\",\"count\":16,\"per_million\":333333.3333333333}]");
      JsonNode ngrams = get(server, "/api/frequencies?words=cat&ngram=2&min_count=1&top=1");
      assertThat(ngrams.get("words").textValue()).isEqualTo("cat");
      assertThat(ngrams.get("frequencies").get(0).get("words").textValue()).isEqualTo("the cat");
      for (String wrong : List.of("ngram=6", "min_count=0", "top=1001", "language=fr", "sort=x")) {
        assertThat(server.get("/api/frequencies?" + wrong).statusCode()).as(wrong).isEqualTo(400);
      }
      assertThat(server.get("/api/collocations").statusCode()).isEqualTo(400);
      assertThat(server.get("/api/collocations?words=cat&window=21").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void reportsACorpusThatIsDeletedOrDamagedAndReadsItAgainWhenItIsRestored() throws IOException {
    Path file = SampleBitext.englishGerman(folder);
    byte[] text = Files.readAllBytes(file);
    try (TestServer server =
        TestServer.of(builder().corpus("en-de", file, Optional.empty()).start())) {
      assertThat(ask(server, "cat", "").get("occurrences").intValue()).isEqualTo(4);
      Files.delete(file);
      assertUnreadable(server, "en-de.tsv: no such file");
      Files.createDirectory(file);
      assertUnreadable(server, "en-de.tsv: is not a regular file");
      Files.delete(file);
      Files.createFile(file);
      assertUnreadable(server, "en-de.tsv: contains no sentence pair");
      Files.writeString(file, "one column\nanother one\n");
      assertUnreadable(server, "en-de.tsv:1: found 1 column");
      Files.write(file, new byte[] {'a', '\t', (byte) 0xff, (byte) 0xfe, 0, 1, '\n'});
      assertUnreadable(server, "en-de.tsv: is binary data");
      Files.write(file, text);
      assertThat(ask(server, "cat", "").get("occurrences").intValue()).isEqualTo(4);
    }
  }

  private void assertUnreadable(TestServer server, String problem) {
    for (String path : List.of("concordance?words=cat", "collocations?words=cat", "frequencies")) {
      HttpResponse<String> response = server.get("/api/" + path);
      assertThat(response.statusCode()).as(path).isEqualTo(503);
      assertThat(TestServer.json(response).get("detail").textValue())
          .startsWith("the corpus en-de cannot be read: " + problem)
          .endsWith("as soon as the file is restored on the server, requests read it again")
          .doesNotContain(folder.toString());
    }
  }

  @Test
  void reportsACompressedCorpusThatEndsEarly() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(Files.readAllBytes(SampleBitext.englishGerman(folder)));
    }
    Path file = Files.write(folder.resolve("en-de.tsv.gz"), compressed.toByteArray());
    try (TestServer server =
        TestServer.of(builder().corpus("en-de", file, Optional.empty()).start())) {
      Files.write(file, Arrays.copyOf(compressed.toByteArray(), compressed.size() / 2));
      assertUnreadable(server, "en-de.tsv.gz");
    }
  }

  @Test
  void endsAtTheTimeLimit() {
    ServerLimits limits = ServerLimits.DEFAULT.withTimeLimit(Duration.ofNanos(1));
    try (TestServer server = TestServer.of(englishGerman().limits(limits).start())) {
      for (String path :
          List.of("concordance?words=cat", "collocations?words=cat", "frequencies")) {
        assertThat(server.get("/api/" + path).statusCode()).as(path).isEqualTo(503);
      }
    }
  }

  @Test
  void rejectsWhatItDoesNotKnow() {
    try (TestServer server = TestServer.of(englishGerman().start())) {
      assertRejected(server, "words=", 400, "words is blank");
      assertRejected(server, "words=%3F", 400, "expected at least one letter or digit");
      assertRejected(server, "corpus=en-de", 400, "words is missing");
      assertRejected(server, "words=cat&corpus=en-fr", 404, "expected en-de");
      assertRejected(server, "words=cat&language=fr", 400, "expected en or de");
      assertRejected(server, "words=cat&sort=length", 400, "after, before, corpus, translation");
      assertRejected(server, "words=cat&show=words", 400, "lines, summary, translations");
      assertRejected(server, "words=cat&top=201", 400, "an integer from 1 to 200");
      assertRejected(server, "words=cat&limit=3", 400, "limit");
    }
  }

  private static void assertRejected(
      TestServer server, String parameters, int status, String part) {
    HttpResponse<String> response = server.get("/api/concordance?" + parameters);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains(part);
  }

  @Test
  void aTokenForAnotherNameDoesNotPermitACorpus() throws IOException {
    String all = "a".repeat(32);
    String news = "b".repeat(32);
    String one = "c".repeat(32);
    Path tokens =
        Files.writeString(
            folder.resolve("tokens"),
            "read " + all + "\nread " + news + " news-*\nread " + one + " en-de\n");
    try (TestServer server = TestServer.of(englishGerman().tokenFile(tokens).start())) {
      String path = "/api/concordance?words=cat&corpus=en-de";
      assertThat(server.get(path).statusCode()).isEqualTo(401);
      assertThat(server.get("/concordance").statusCode()).isEqualTo(200);
      assertThat(get(server, all, path).statusCode()).isEqualTo(200);
      assertThat(get(server, one, path).statusCode()).isEqualTo(200);
      assertThat(get(server, news, path).statusCode()).isEqualTo(403);
      assertThat(get(server, news, path).body()).contains("not for the corpus");
      assertThat(get(server, news, "/api/concordance?words=cat").statusCode()).isEqualTo(404);
      assertThat(get(server, one, "/api/corpora").body()).contains("\"name\":\"en-de\"");
      assertThat(get(server, news, "/api/corpora").body()).isEqualTo("{\"corpora\":[]}");
    }
  }

  private static HttpResponse<String> get(TestServer server, String token, String path) {
    return server.send(server.request(path).header("Authorization", "Bearer " + token).GET());
  }

  @Test
  void aServerWithoutCorporaHasNoConcordances() {
    try (TestServer server = TestServer.of(builder().model("tiny").start())) {
      assertThat(server.get("/api/corpora").body()).isEqualTo("{\"corpora\":[]}");
      assertRejected(server, "words=cat", 404, "the server does not have a corpus");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void doesNotWaitForAPipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("en-de.tsv");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    ServerBuilder builder =
        builder()
            .corpus(
                "pipe", pipe, Optional.of(new LanguagePair(Language.of("en"), Language.of("de"))));
    assertThatThrownBy(builder::start)
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            pipe
                + ": is not a regular file, expected a bitext that each request can read again:"
                + " copy it into a file");
  }

  @Test
  void namesAFileThatIsNoBitext() throws IOException {
    Path file = Files.writeString(folder.resolve("en-de.tsv"), "one\ttwo\nonly one column\n");
    ServerBuilder malformed = builder().corpus("en-de", file, Optional.empty());
    assertThatThrownBy(malformed::start)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("en-de.tsv:2: found 1 column");
    assertThatThrownBy(() -> builder().corpus("a b", file, Optional.empty()))
        .hasMessageContaining("the corpus is called \"a b\"");
    ServerBuilder twice = builder().corpus("x", file, Optional.empty());
    assertThatThrownBy(() -> twice.corpus("x", file, Optional.empty()))
        .hasMessageContaining("two corpora are called \"x\"");
  }
}
