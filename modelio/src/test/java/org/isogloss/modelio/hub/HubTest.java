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
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.Checksums;
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
  private static final HubClient.RetryPolicy LITTLE =
      new HubClient.RetryPolicy(
          3, Duration.ofMillis(1), Duration.ofSeconds(20), Duration.ofSeconds(1));

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
    server = new FakeHubServer(published);
    folder = temporary.resolve("fetched/small");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void fetch(HubModel model) {
    Hub hub = new Hub(server.address(), Optional.of("secret"));
    hub.fetch(model, folder, new HubClient(hub, LITTLE), FetchListener.NONE);
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
  void fetchesWhatAModelFolderNeedsAndNothingElse() throws IOException {
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
  void fetchesGraphsWhereTheyAreWanted() throws IOException {
    fetch(new HubModel("org/small", "main", true));
    assertThat(files()).contains("onnx/model.onnx").doesNotContain("onnx/model_O4.onnx");
    try (ModelFolder model = ModelFolder.open(folder);
        ModelFolder original = ModelFolder.open(published)) {
      assertThat(model.fingerprint()).isEqualTo(original.fingerprint());
    }
  }

  @Test
  void fetchesWeightsInSeveralFiles() throws IOException {
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
  void theTokenGoesToNobodyElse() {
    fetch(SMALL);
    assertThat(server.hubTokens).isNotEmpty().containsOnly("Bearer secret");
    assertThat(requestsFor("model.safetensors")).hasSize(1);
    assertThat(server.storeTokens).isEmpty();
  }

  @Test
  void goesOnWhereAConnectionWasCut() {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Mishap.Cut(1000),
        new FakeHubServer.Mishap.Cut(1000),
        new FakeHubServer.Mishap.Cut(1000),
        new FakeHubServer.Mishap.Status(503),
        new FakeHubServer.Mishap.Cut(0),
        new FakeHubServer.Mishap.Cut(1000));
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
  @Timeout(value = 15, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void goesOnWhereAServerWentSilent() {
    server.misbehave("model.safetensors", new FakeHubServer.Mishap.Silence(1000));
    fetch(SMALL);
    assertThat(requestsFor("model.safetensors"))
        .containsExactly("/model.safetensors", "/model.safetensors bytes=1000-");
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @Test
  void aServerThatCannotGoOnBeginsAgain() {
    server.misbehave(
        "model.safetensors", new FakeHubServer.Mishap.Cut(1000), new FakeHubServer.Mishap.Whole());
    fetch(SMALL);
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @Test
  void theNextCallGoesOnWhereTheLastGaveUp() {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Mishap.Cut(1000),
        new FakeHubServer.Mishap.Cut(0),
        new FakeHubServer.Mishap.Cut(0),
        new FakeHubServer.Mishap.Cut(0));
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
  void whatIsLeftOfADamagedFetchIsThrownAway() throws IOException {
    Path left = folder.resolveSibling("small.unfinished").resolve(FakeHubServer.COMMIT);
    Files.createDirectories(left);
    Files.writeString(left.resolve("model.safetensors.part"), "something else");
    fetch(SMALL);
    assertThat(folder.resolve("model.safetensors"))
        .hasSameBinaryContentAs(published.resolve("model.safetensors"));
  }

  @ParameterizedTest
  @CsvSource({"model.safetensors, SHA-256", "config.json, Git blob SHA-1"})
  void refusesOtherBytesThanAnnounced(String file, String checksum) {
    server.misbehave(file, new FakeHubServer.Mishap.Damaged());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the file " + file + " that was fetched has " + checksum);
    assertThat(folder).doesNotExist();
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @Test
  void refusesMoreBytesThanAnnounced() {
    server.misbehave("config.json", new FakeHubServer.Mishap.Longer());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("config.json of org/small has more than the");
    assertThat(folder).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "401, the token in HF_TOKEN is not accepted",
    "403, it may have to be asked for",
    "404, 'there is no such model, revision or file'",
    "418, expected 200"
  })
  void saysWhatARefusalMeans(int status, String message) {
    server.misbehave("about", new FakeHubServer.Mishap.Status(status));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the server answers " + status)
        .hasMessageContaining(message);
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void waitsWhereAServerIsBusyButNotForever() {
    server.misbehave(
        "about", new FakeHubServer.Mishap.Status(429), new FakeHubServer.Mishap.Status(503));
    fetch(SMALL);
    server.misbehave(
        "about",
        new FakeHubServer.Mishap.Status(429),
        new FakeHubServer.Mishap.Status(429),
        new FakeHubServer.Mishap.Status(429));
    folder = temporary.resolve("again");
    assertThatThrownBy(() -> fetch(SMALL))
        .hasMessageContaining("gave up after 3 attempts: the server responded with 429");
  }

  @Test
  void aRevisionThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> fetch(new HubModel("org/small", "v9", false)))
        .hasMessageContaining("/api/models/org/small/revision/v9")
        .hasMessageContaining("404");
  }

  @Test
  void endlessRedirectionsEnd() {
    server.misbehave(
        "config.json",
        Stream.generate(() -> new FakeHubServer.Mishap.Redirect("config.json"))
            .limit(20)
            .toArray(FakeHubServer.Mishap[]::new));
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("more than 10 redirects");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///etc/hostname, is neither https nor http",
    "ftp://127.0.0.1/x, is neither https nor http",
    "mailto:x, is neither https nor http",
    "http://127.0.0.1:99999/x, has no valid port",
    "http://127.0.0.1:port/x, 'has no host, or a user''s name before it'",
    "http:///x, 'has no host, or a user''s name before it'",
    "http://user@127.0.0.1/x, 'has no host, or a user''s name before it'",
    "http://127.0.0.1/a b, is not an address",
    "http://[::1/x, is not an address"
  })
  void aRedirectionToSomethingElseIsRefused(String location, String problem) {
    server.misbehave("config.json", new FakeHubServer.Mishap.Redirect(location));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(" redirects to \"" + location + "\", which " + problem + ": refused");
    assertThat(folder).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"206", "416"})
  void aPartIsNoAnswerToARequestForTheWhole(int status) {
    server.misbehave("model.safetensors", new FakeHubServer.Mishap.Status(status));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("model.safetensors: the server responded with " + status)
        .hasMessageContaining("expected 200 and the whole file");
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @ParameterizedTest
  @CsvSource({"206", "416"})
  void aPartWithoutItsPlaceIsFetchedFromTheBeginning(int status) {
    server.misbehave(
        "model.safetensors",
        new FakeHubServer.Mishap.Cut(1000),
        new FakeHubServer.Mishap.Status(status));
    fetch(SMALL);
    assertThat(requestsFor("model.safetensors"))
        .containsExactly(
            "/model.safetensors", "/model.safetensors bytes=1000-", "/model.safetensors");
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anAnswerWithoutEndIsRefused() {
    server.misbehave("about", new FakeHubServer.Mishap.Endless());
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("responded with more than 8388608 bytes");
  }

  @Test
  void aModelWithoutPoolingIsRefusedBeforeItsWeightsAreFetched() throws IOException {
    Files.delete(published.resolve("1_Pooling/config.json"));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("org/small does not state how the vectors of a text's pieces become");
    assertThat(requestsFor("model.safetensors")).isEmpty();
    assertThat(folder).doesNotExist();
    fetch(new HubModel("org/small", "main", false, Optional.of(Pooling.CLS)));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.CLS);
    }
  }

  @Test
  void aClassifierNeedsNoPooling() {
    published = SampleTransformer.XLMR_CLASSIFIER.copyInto(temporary.resolve("judge"));
    server.close();
    server = new FakeHubServer(published);
    fetch(SMALL);
    assertThat(folder).isDirectory();
  }

  @Test
  void aModelWithoutSafetensorsIsRefused() throws IOException {
    Files.delete(published.resolve("model.safetensors"));
    assertThatThrownBy(() -> fetch(SMALL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no model.safetensors")
        .hasMessageContaining("pytorch_model.bin")
        .hasMessageContaining("may carry programs");
    assertThat(server.requests).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"config.json", "tokenizer.json"})
  void aModelWithoutItsPartsIsRefused(String file) throws IOException {
    Files.delete(published.resolve(file));
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("has no " + file);
  }

  @Test
  void aFolderThatIsThereIsLeftAlone() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("mine"), "mine");
    assertThatThrownBy(() -> fetch(SMALL)).hasMessageContaining("is there already");
    assertThat(server.requests).isEmpty();
  }

  @Test
  void tellsHowFarItIs() {
    List<String> heard = new ArrayList<>();
    Hub hub = new Hub(server.address(), Optional.empty());
    hub.fetch(
        SMALL,
        folder,
        new FetchListener() {
          private long last;

          @Override
          public void stepStarted(String description) {
            heard.add(description);
          }

          @Override
          public void progress(long doneBytes, long totalBytes) {
            assertThat(doneBytes).isBetween(last, totalBytes);
            last = doneBytes;
          }
        });
    assertThat(heard).contains("asking for org/small at main", "getting model.safetensors");
    assertThat(server.hubTokens).isEmpty();
  }

  @Test
  void theEnvironmentNamesTheHub() {
    Map<String, String> named = Map.of("HF_ENDPOINT", "http://localhost:1/", "HF_TOKEN", " t\n");
    assertThat(Hub.of(named))
        .isEqualTo(new Hub(URI.create("http://localhost:1"), Optional.of("t")));
    assertThatThrownBy(() -> Hub.of(Map.of()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("HF_ENDPOINT is not set");
    assertThatThrownBy(
            () -> Hub.of(Map.of("HF_ENDPOINT", "http://localhost:1", "HF_HUB_OFFLINE", "True")))
        .hasMessageContaining("HF_HUB_OFFLINE is True");
    for (String wrong : List.of("hub", "ftp://hub.example.org", "https:", "::")) {
      assertThatThrownBy(() -> Hub.of(Map.of("HF_ENDPOINT", wrong)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_ENDPOINT is \"" + wrong + "\"");
    }
    for (String wrong : List.of("http://localhost:99999", "http://h/?a", "http://h/#a")) {
      assertThatThrownBy(() -> Hub.of(Map.of("HF_ENDPOINT", wrong)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_ENDPOINT is \"" + wrong + "\"");
    }
    for (String wrong : List.of("my key", "my\nkey", "clé")) {
      assertThatThrownBy(
              () -> Hub.of(Map.of("HF_ENDPOINT", "http://localhost:1", "HF_TOKEN", wrong)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("HF_TOKEN has a blank")
          .hasMessageNotContaining(wrong);
    }
    for (String wrong : List.of("small", "a/b/c", "../b", "a/b?c", "/")) {
      assertThatThrownBy(() -> new HubModel(wrong, "main", false))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("expected ORGANISATION/NAME");
    }
  }
}
