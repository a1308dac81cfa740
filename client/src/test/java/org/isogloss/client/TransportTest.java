// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.filter.Filter;
import org.isogloss.client.StubServer.Reply;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.junit.jupiter.api.Test;

/** What the client sends, does if a server is overloaded, and reports of failures. */
class TransportTest {
  private static final Reply NO_INDEXES = Reply.ok("{\"indexes\": []}");

  private static IsoglossClient client(StubServer server) {
    return IsoglossClient.builder(server.url()).build();
  }

  private static RequestFailedException failure(IsoglossClient client) {
    return catchThrowableOfType(RequestFailedException.class, client::indexes);
  }

  @Test
  void repeatsARequestAfterTheDelayThatTheServerStates() throws IOException {
    try (StubServer server = new StubServer(Reply.overloaded("1"), NO_INDEXES);
        IsoglossClient client = client(server)) {
      long begin = System.nanoTime();
      assertThat(client.indexes()).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
      assertThat(server.received()).hasSize(2);
    }
  }

  @Test
  void acceptsADelayThatIsADate() throws IOException {
    String past = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    try (StubServer server = new StubServer(Reply.overloaded(past), NO_INDEXES);
        IsoglossClient client = client(server)) {
      assertThat(client.indexes()).isEmpty();
    }
  }

  @Test
  void repeatsARequestWithoutAStatedDelay() throws IOException {
    Reply stopping = new Reply(503, Map.of(), "{\"detail\": \"the server is stopping\"}");
    try (StubServer server = new StubServer(stopping, NO_INDEXES);
        IsoglossClient client = client(server)) {
      assertThat(client.indexes()).isEmpty();
    }
  }

  @Test
  void endsARepetitionIfTheClientIsClosedMeanwhile() throws Exception {
    try (StubServer server = new StubServer(Reply.overloaded("1"))) {
      IsoglossClient client = client(server);
      CompletableFuture<SearchResults> search =
          client.index("one").searchAsync(SearchRequest.of("cat"));
      while (server.received().isEmpty()) {
        Thread.onSpinWait();
      }
      client.close();
      assertThat(search)
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .havingRootCause()
          .isInstanceOf(Exception.class);
    }
  }

  @Test
  void sendsHttp11WithAnyClient() throws IOException {
    try (StubServer server = new StubServer(NO_INDEXES);
        HttpClient http = HttpClient.newHttpClient();
        IsoglossClient client = IsoglossClient.builder(server.url()).httpClient(http).build()) {
      assertThat(client.indexes()).isEmpty();
      assertThat(server.received().getFirst().headers()).doesNotContainKey("Upgrade");
    }
  }

  @Test
  void givesUpAfterTheLastRetry() throws IOException {
    try (StubServer server = new StubServer(Reply.overloaded("0"));
        IsoglossClient client = IsoglossClient.builder(server.url()).retries(2).build()) {
      assertThat(failure(client))
          .hasMessage(
              "GET " + server.url() + "/api/indexes: the server replied 429: try again later")
          .returns(OptionalInt.of(429), RequestFailedException::status)
          .returns("try again later", RequestFailedException::detail);
      assertThat(server.received()).hasSize(3);
    }
  }

  @Test
  void doesNotWaitLongerThanAllowed() throws IOException {
    try (StubServer server = new StubServer(Reply.overloaded("60"));
        IsoglossClient client =
            IsoglossClient.builder(server.url()).maxRetryDelay(Duration.ofSeconds(59)).build()) {
      assertThat(failure(client).status()).hasValue(429);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void doesNotRepeatARequestThatIsWrong() throws IOException {
    Reply wrong =
        new Reply(
            400,
            Map.of("x-request-id", "r1"),
            "{\"detail\": \"top is 0\", \"parameter\": \"top\"}");
    try (StubServer server = new StubServer(wrong);
        IsoglossClient client = client(server)) {
      RequestFailedException failure = failure(client);
      assertThat(failure.status()).hasValue(400);
      assertThat(failure.parameter()).hasValue("top");
      assertThat(failure.requestId()).hasValue("r1");
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void sendsAllDocumentsAgain() throws IOException {
    Reply indexed =
        Reply.ok(
            "{\"line\":1,\"id\":\"a\",\"result\":\"indexed\"}\n{\"line\":2,\"id\":\"b\",\"result\":\"indexed\"}\n");
    List<Document> documents =
        List.of(
            new Document("a", Language.of("en"), "", "One."),
            new Document("b", Language.UNDETERMINED, "Two", "2\n2"));
    try (StubServer server = new StubServer(Reply.overloaded("0"), indexed);
        IsoglossClient client = client(server)) {
      assertThat(client.index().putAll(documents)).hasSize(2).allMatch(PutOutcome::isIndexed);
      assertThat(server.received())
          .extracting(StubServer.Received::body)
          .containsOnly(
              """
              {"id":"a","language":"en","text":"One."}
              {"id":"b","title":"Two","text":"2\\n2"}
              """);
    }
  }

  @Test
  void readsVectorsInBinaryForm() throws IOException {
    Map<String, String> headers =
        Map.of(
            "Content-Type", "application/octet-stream",
            "Isogloss-Model", "m",
            "Isogloss-Dimension", "2",
            "Isogloss-Tokens", "3");
    try (StubServer server = new StubServer(new Reply(200, headers, "\0\0\0A\0\0\0B"));
        IsoglossClient client = client(server)) {
      EncodeReply reply = client.encode(List.of("a"), Role.QUERY);
      assertThat(reply.vectors()).isDeepEqualTo(new float[][] {{8, 32}});
      assertThat(reply.model()).isEqualTo("m");
      assertThat(reply.tokens()).isEqualTo(3);

      server.reply(new Reply(200, headers, "\0\0\0A"));
      assertThatThrownBy(() -> client.encode(List.of("a"), Role.QUERY))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("4 bytes, for vectors of dimension 2");

      server.reply(new Reply(200, Map.of("Content-Type", "application/octet-stream"), ""));
      assertThatThrownBy(() -> client.encode(List.of("a"), Role.QUERY))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("no header isogloss-dimension");
    }
  }

  @Test
  void sendsTheOptionsOfAnEncoding() throws IOException {
    Reply reply =
        Reply.ok("{\"model\": \"m\", \"dimension\": 1, \"tokens\": 1, \"vectors\": [[1]]}");
    try (StubServer server = new StubServer(reply);
        IsoglossClient client = client(server)) {
      EncodeRequest request = EncodeRequest.of(List.of("a"), Role.QUERY);
      assertThat(client.encode(request).vectors()).isDeepEqualTo(new float[][] {{1}});
      client.encode(request.withModel("m").withTruncation());
      assertThat(server.received())
          .extracting(StubServer.Received::body)
          .containsExactly(
              "{\"texts\":[\"a\"],\"role\":\"query\",\"truncate\":false}",
              "{\"texts\":[\"a\"],\"role\":\"query\",\"model\":\"m\",\"truncate\":true}");
    }
  }

  @Test
  void sendsTheTokenAndThePathOfTheServer() throws IOException {
    try (StubServer server = new StubServer(NO_INDEXES);
        IsoglossClient client =
            IsoglossClient.builder(server.url() + "/search/").token("secret-of-readers").build()) {
      assertThat(client.indexes()).isEmpty();
      StubServer.Received request = server.received().getFirst();
      assertThat(request.target()).isEqualTo("/search/api/indexes");
      assertThat(request.headers())
          .containsEntry("Authorization", List.of("Bearer secret-of-readers"));
    }
  }

  @Test
  void explainsARefusalByAnotherProgram() throws IOException {
    try (StubServer server = new StubServer(new Reply(502, Map.of(), "<html>Bad Gateway</html>"));
        IsoglossClient client = client(server)) {
      assertThat(failure(client)).hasMessageEndingWith("the server replied 502: no explanation");
    }
  }

  @Test
  void explainsAReplyThatCannotBeRead() throws IOException {
    for (String body : List.of("<html/>", "[]", "", "{}", "{\"indexes\": 1}")) {
      try (StubServer server = new StubServer(Reply.ok(body));
          IsoglossClient client = client(server)) {
        RequestFailedException failure = failure(client);
        assertThat(failure)
            .as(body)
            .hasMessageContaining("the reply cannot be read")
            .hasMessageEndingWith(
                "check that the URL is that of an Isogloss server of this version");
        assertThat(failure.status()).isEmpty();
      }
    }
  }

  @Test
  void rejectsVectorsThatAreNotNumbers() throws IOException {
    Reply reply = Reply.ok("{\"model\":\"m\",\"dimension\":2,\"tokens\":1,\"vectors\":[[1,null]]}");
    try (StubServer server = new StubServer(reply);
        IsoglossClient client = client(server)) {
      assertThatThrownBy(() -> client.encode(List.of("a"), Role.QUERY))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("vectors[0][1] is null, expected a number");
    }
  }

  @Test
  void explainsThatNoServerIsRunning() throws IOException {
    String url;
    try (StubServer server = new StubServer(NO_INDEXES)) {
      url = server.url();
    }
    try (IsoglossClient client = IsoglossClient.builder(url).build()) {
      assertThat(failure(client))
          .hasMessageStartingWith("GET " + url + "/api/indexes: there is no reply: ")
          .hasMessageEndingWith("; check that the server is running");
    }
  }

  @Test
  void limitsTheTimeUntilAReply() throws IOException {
    try (StubServer server = new StubServer(NO_INDEXES);
        IsoglossClient client =
            IsoglossClient.builder(server.url()).timeout(Duration.ofMillis(50)).build()) {
      // The server needs its monitor to answer.
      synchronized (server) {
        assertThat(failure(client)).hasMessageEndingWith("there is no reply within 50 ms");
      }
    }
  }

  /** The server may delete it later; a repetition would find nothing. */
  @Test
  void repeatsADeletionOnlyIfItWasRefused() throws IOException {
    Reply later = new Reply(503, Map.of(), "{\"detail\": \"not written yet\"}");
    Reply missing = new Reply(404, Map.of(), "{\"detail\": \"none\", \"parameter\": \"id\"}");
    try (StubServer server = new StubServer(later, missing);
        IsoglossClient client = client(server)) {
      RemoteIndex index = client.index("one");
      assertThatThrownBy(() -> index.delete("a")).hasMessageContaining("not written yet");
      assertThat(server.received()).hasSize(1);
    }
    Reply deleted = Reply.ok("{\"deleted\": 2}");
    try (StubServer server = new StubServer(Reply.overloaded("0"), deleted);
        IsoglossClient client = client(server)) {
      assertThat(client.index("one").delete(Filter.parse("year < 2000"))).isEqualTo(2);
      assertThat(server.received()).hasSize(2);
    }
  }

  @Test
  void waitsNoLongerThanAllowedWithoutAStatedDelay() throws IOException {
    Reply stopping = new Reply(503, Map.of(), "{\"detail\": \"the server is stopping\"}");
    try (StubServer server = new StubServer(stopping);
        IsoglossClient client =
            IsoglossClient.builder(server.url())
                .retries(5)
                .maxRetryDelay(Duration.ofMillis(10))
                .build()) {
      assertThat(failure(client).status()).hasValue(503);
      assertThat(server.received()).hasSize(6);
    }
  }
}
