// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubTest {
  private static final HubModel SMALL = new HubModel("org/small", HubModel.DEFAULT_REVISION, false);
  private static final HubClient.RetryPolicy SHORT_RETRIES =
      new HubClient.RetryPolicy(
          3, Duration.ofMillis(1), Duration.ofSeconds(60), Duration.ofSeconds(60));

  @TempDir private Path temporary;
  private Path published;
  private Path folder;
  private FakeHubServer server;

  @BeforeEach
  void publish() throws IOException {
    published = SampleTransformer.XLMR_ENCODER.copyInto(temporary.resolve("published"));
    Files.writeString(published.resolve("README.md"), "# small\n");
    Files.writeString(published.resolve("pytorch_model.bin"), "a program, perhaps");
    Files.writeString(published.resolve("training_args.bin"), "another");
    Files.createDirectory(published.resolve("onnx"));
    Files.writeString(published.resolve("onnx/model.onnx"), "a graph");
    Files.writeString(published.resolve("onnx/model_O4.onnx"), "another");
    folder = temporary.resolve("fetched/small");
    server = server();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private FakeHubServer server() {
    return new FakeHubServer(
        published, temporary.resolve("fetched/small.unfinished/" + FakeHubServer.COMMIT));
  }

  private void fetch(HubModel model) {
    fetch(model, SHORT_RETRIES);
  }

  private void fetch(HubModel model, HubClient.RetryPolicy retries) {
    Hub hub = new Hub(server.address(), Optional.of("secret"));
    hub.fetch(model, folder, new HubClient(hub, retries), FetchListener.NONE);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private List<String> requestsFor(String file) {
    return server.requests.stream().filter(r -> r.matches("/" + file + "( .*)?")).toList();
  }

  @Test
  void fetchesOnlyRequiredFiles() throws IOException {
    fetch(SMALL);
    assertThat(files())
        .containsExactly(
            "1_Pooling/config.json",
            "README.md",
            "config.json",
            "config_sentence_transformers.json",
            "isogloss.json",
            "model.safetensors",
            "modules.json",
            "sentence_bert_config.json",
            "tokenizer.json",
            "tokenizer_config.json");
    assertThat(server.requests).noneMatch(request -> request.contains(".bin"));
    assertThat(folder.getParent()).isDirectoryNotContaining("glob:**.unfinished");
    try (ModelFolder model = ModelFolder.open(folder);
        ModelFolder original = ModelFolder.open(published)) {
      assertThat(model.manifest().name()).isEqualTo("org/small");
      assertThat(model.manifest().licence()).isEqualTo("mit");
      assertThat(model.encoding()).isEqualTo(original.encoding());
      assertThat(model.tokenizer().ids("city")).isEqualTo(original.tokenizer().ids("city"));
      assertThat(model.manifest().provenance().sources())
          .contains(
              new ProvenanceSource(
                  "hub:org/small@" + FakeHubServer.COMMIT + "/model.safetensors",
                  Checksums.sha256(published.resolve("model.safetensors")),
                  "mit"));
    }
  }

  @Test
  void fetchesGraphsIfRequested() throws IOException {
    fetch(new HubModel("org/small", "main", true));
    assertThat(files()).contains("onnx/model.onnx").doesNotContain("onnx/model_O4.onnx");
    try (ModelFolder model = ModelFolder.open(folder);
        ModelFolder original = ModelFolder.open(published)) {
      assertThat(model.fingerprint()).isEqualTo(original.fingerprint());
    }
  }

  @Test
  void fetchesShardedWeights() throws IOException {
    Files.move(
        published.resolve("model.safetensors"),
        published.resolve("model-00001-of-00001.safetensors"));
    Files.writeString(
        published.resolve("model.safetensors.index.json"),
        "{\"weight_map\": {\"embeddings.LayerNorm.bias\": \"model-00001-of-00001.safetensors\"}}");
    fetch(SMALL);
    assertThat(files())
        .contains("model.safetensors.index.json", "model-00001-of-00001.safetensors");
  }

  @Test
  void sendsTokenOnlyToHub() {
    fetch(SMALL);
    assertThat(server.hubTokens).isNotEmpty().containsOnly("Bearer secret");
    assertThat(requestsFor("model.safetensors")).hasSize(1);
    assertThat(server.storeTokens).isEmpty();
  }

  @Test
  void resumesAfterBrokenConnection() {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Fault.Cut(1000),
        new FakeHubServer.Fault.Cut(1000),
        new FakeHubServer.Fault.Cut(1000),
        new FakeHubServer.Fault.Status(503),
        new FakeHubServer.Fault.Cut(0),
        new FakeHubServer.Fault.Cut(1000));
    fetch(SMALL);
    assertThat(requestsFor("model.safetensors"))
        .containsExactly(
            "/model.safetensors",
            "/model.safetensors bytes=1000-",
            "/model.safetensors bytes=2000-",
            "/model.safetensors bytes=3000-",
            "/model.safetensors bytes=3000-",
            "/model.safetensors bytes=3000-",
            "/model.safetensors bytes=4000-");
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void resumesAfterStall() {
    server.misbehave("model.safetensors", new FakeHubServer.Fault.Silence(1000));
    fetch(
        SMALL,
        new HubClient.RetryPolicy(
            20, Duration.ofMillis(1), Duration.ofSeconds(60), Duration.ofSeconds(1)));
    // On a busy machine, a reply of this server may also take longer than the stall.
    assertThat(requestsFor("model.safetensors"))
        .startsWith("/model.safetensors", "/model.safetensors bytes=1000-");
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @Test
  void restartsIfServerCannotResume() {
    server.misbehave(
        "model.safetensors", new FakeHubServer.Fault.Cut(1000), new FakeHubServer.Fault.Whole());
    fetch(SMALL);
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @Test
  void nextCallResumesFailedFetch() {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Fault.Cut(1000),
        new FakeHubServer.Fault.Cut(0),
        new FakeHubServer.Fault.Cut(0),
        new FakeHubServer.Fault.Cut(0));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("model.safetensors: gave up after 3 attempts");
    assertThat(folder).doesNotExist();
    server.requests.clear();
    fetch(SMALL);
    assertThat(requestsFor("model.safetensors")).containsExactly("/model.safetensors bytes=1000-");
    assertThat(server.requests).noneMatch(request -> request.endsWith("/config.json"));
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
    assertThat(folder.getParent()).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  void discardsDamagedPartialDownload() throws IOException {
    Path left = folder.resolveSibling("small.unfinished").resolve(FakeHubServer.COMMIT);
    Files.createDirectories(left);
    Files.writeString(left.resolve("model.safetensors.part"), "something else");
    fetch(SMALL);
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @ParameterizedTest
  @CsvSource({"model.safetensors, SHA-256", "config.json, Git blob SHA-1"})
  void rejectsChecksumMismatch(String file, String checksum) {
    server.misbehave(file, new FakeHubServer.Fault.Damaged());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the downloaded file " + file + " has " + checksum);
    assertThat(folder).doesNotExist();
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @Test
  void rejectsMoreBytesThanAnnounced() {
    server.misbehave("config.json", new FakeHubServer.Fault.Longer());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("config.json of org/small has more than the");
    assertThat(folder).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "401, the token in HF_TOKEN is not accepted",
    "403, you may have to request it",
    "404, 'there is no such model, revision or file'",
    "418, expected 200"
  })
  void explainsErrorStatus(int status, String message) {
    server.misbehave("about", new FakeHubServer.Fault.Status(status));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the server responded with " + status)
        .hasMessageContaining(message);
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void retriesBusyServerLimitedTimes() {
    server.misbehave(
        "about", new FakeHubServer.Fault.Status(429), new FakeHubServer.Fault.Status(503));
    fetch(SMALL);
    server.misbehave(
        "about",
        new FakeHubServer.Fault.Status(429),
        new FakeHubServer.Fault.Status(429),
        new FakeHubServer.Fault.Status(429));
    folder = temporary.resolve("again");
    assertThatThrownBy(() -> fetch(SMALL))
        .hasMessageContaining("gave up after 3 attempts: the server responded with 429");
  }

  @Test
  void reportsMissingRevision() {
    assertThatThrownBy(() -> fetch(new HubModel("org/small", "v9", false)))
        .hasMessageContaining("/api/models/org/small/revision/v9")
        .hasMessageContaining("404");
  }

  @Test
  void rejectsTooManyRedirects() {
    server.misbehave(
        "config.json",
        Stream.generate(() -> new FakeHubServer.Fault.Redirect("config.json"))
            .limit(20)
            .toArray(FakeHubServer.Fault[]::new));
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("more than 10 redirects");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///etc/hostname, is neither https nor http",
    "ftp://127.0.0.1/x, is neither https nor http",
    "mailto:x, is neither https nor http",
    "http://127.0.0.1:99999/x, has no valid port",
    "http://127.0.0.1:port/x, 'has no host, or contains user information'",
    "http:///x, 'has no host, or contains user information'",
    "http://user@127.0.0.1/x, 'has no host, or contains user information'",
    "http://127.0.0.1/a b, is not an address",
    "http://[::1/x, is not an address"
  })
  void rejectsInvalidRedirect(String location, String problem) {
    server.misbehave("config.json", new FakeHubServer.Fault.Redirect(location));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(" redirects to \"" + location + "\", which " + problem);
    assertThat(folder).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"206", "416"})
  void rejectsPartialResponseToFullRequest(int status) {
    server.misbehave("model.safetensors", new FakeHubServer.Fault.Status(status));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("model.safetensors: the server responded with " + status)
        .hasMessageContaining("expected 200 and the whole file");
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @ParameterizedTest
  @CsvSource({"206", "416"})
  void restartsAfterPartialResponseWithoutRange(int status) {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Fault.Cut(1000),
        new FakeHubServer.Fault.Status(status));
    fetch(SMALL);
    assertThat(requestsFor("model.safetensors"))
        .containsExactly(
            "/model.safetensors", "/model.safetensors bytes=1000-", "/model.safetensors");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rejectsEndlessResponse() {
    server.misbehave("about", new FakeHubServer.Fault.Endless());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("responded with more than 8388608 bytes");
  }

  @Test
  void rejectsModelWithoutPoolingBeforeFetchingWeights() throws IOException {
    Files.delete(published.resolve("1_Pooling/config.json"));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("org/small does not state how token vectors are pooled");
    assertThat(requestsFor("model.safetensors")).isEmpty();
    assertThat(folder).doesNotExist();
    fetch(new HubModel("org/small", "main", false, Optional.of(Pooling.CLS)));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.CLS);
    }
  }

  @Test
  void acceptsClassifierWithoutPooling() {
    published = SampleTransformer.XLMR_CLASSIFIER.copyInto(temporary.resolve("judge"));
    server.close();
    server = server();
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @Test
  void rejectsModelWithoutSafetensors() throws IOException {
    Files.delete(published.resolve("model.safetensors"));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no model.safetensors")
        .hasMessageContaining("pytorch_model.bin")
        .hasMessageContaining("can contain code");
    assertThat(server.requests).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"config.json", "tokenizer.json"})
  void rejectsIncompleteModel(String file) throws IOException {
    Files.delete(published.resolve(file));
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("has no " + file);
  }

  @Test
  void keepsExistingFolder() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("mine"), "mine");
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("already exists");
    assertThat(server.requests).isEmpty();
  }

  @Test
  void reportsProgress() {
    List<String> steps = new ArrayList<>();
    Hub hub = new Hub(server.address(), Optional.empty());
    hub.fetch(
        SMALL,
        folder,
        new FetchListener() {
          private long last;

          @Override
          public void stepStarted(String description) {
            steps.add(description);
          }

          @Override
          public void progress(long doneBytes, long totalBytes) {
            assertThat(doneBytes).isBetween(last, totalBytes);
            last = doneBytes;
          }
        });
    assertThat(steps).contains("requesting org/small at main", "downloading model.safetensors");
    assertThat(server.hubTokens).isEmpty();
  }

  @Test
  void readsHubFromEnvironment() {
    Map<String, String> named = Map.of("HF_ENDPOINT", "http://localhost:1/", "HF_TOKEN", " t\n");
    assertThat(Hub.of(named))
        .isEqualTo(new Hub(URI.create("http://localhost:1"), Optional.of("t")));
    assertThatThrownBy(() -> Hub.of(Map.of()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("HF_ENDPOINT is not set");
    assertThatThrownBy(
            () -> Hub.of(Map.of("HF_ENDPOINT", "http://localhost:1", "HF_HUB_OFFLINE", "True")))
        .hasMessageContaining("HF_HUB_OFFLINE is True");
    for (String invalid : List.of("hub", "ftp://hub.example.org", "https:", "::")) {
      assertThatThrownBy(() -> Hub.of(Map.of("HF_ENDPOINT", invalid)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_ENDPOINT is \"" + invalid + "\"");
    }
    for (String invalid : List.of("http://localhost:99999", "http://h/?a", "http://h/#a")) {
      assertThatThrownBy(() -> Hub.of(Map.of("HF_ENDPOINT", invalid)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_ENDPOINT is \"" + invalid + "\"");
    }
    for (String invalid : List.of("my key", "my\nkey", "clé")) {
      assertThatThrownBy(
              () -> Hub.of(Map.of("HF_ENDPOINT", "http://localhost:1", "HF_TOKEN", invalid)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_TOKEN contains whitespace")
          .hasMessageNotContaining(invalid);
    }
    for (String invalid : List.of("small", "a/b/c", "../b", "a/b?c", "/")) {
      assertThatThrownBy(() -> new HubModel(invalid, "main", false))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("expected ORGANISATION/NAME");
    }
  }
}
