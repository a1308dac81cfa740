// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.SearchEngine;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;

/**
 * A server at a free port, with an index {@code animals} of the model {@code tiny}, and a client.
 */
public final class TestServer implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final SearchServer server;

  private TestServer(SearchServer server) {
    this.server = server;
  }

  /** Returns a client of a running server, which is closed with it. */
  public static TestServer of(SearchServer server) {
    return new TestServer(server);
  }

  /** Starts a server of the animals in a folder for its index. */
  public static TestServer start(Path folder) {
    return start(folder, builder -> builder);
  }

  /** Starts a server with other options. */
  public static TestServer start(Path folder, UnaryOperator<ServerBuilder> options) {
    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      engine.index(
          List.of(
              animal("en/cat", "en", "Cats", "The cat sleeps on the warm roof.", 9),
              animal("de/cat", "de", "Katzen", "Die Katze schläft auf dem warmen Dach.", 9),
              animal("fr/cat", "fr", "Chats", "Le chat dort sur le toit chaud.", 9),
              animal("ar/cat", "ar", "قطط", "القطة تنام على السطح الدافئ.", 9),
              animal("en/dog", "en", "Dogs", "The dog swims across the cold river.", 11),
              animal("de/dog", "de", "Hunde", "Der Hund schwimmt durch den kalten Fluss.", 11)));
    }
    return new TestServer(
        options
            .apply(SearchServer.builder().index("animals", folder).model("tiny").port(0))
            .start());
  }

  /**
   * Writes a model whose answer is the first token of a text, with the score of no answer.
   *
   * @return its folder, whose last name is {@code reader}
   */
  public static String answerModel(Path parent) {
    return SampleHead.constant(TransformerHead.ANSWER_SPAN, List.of(), 1, 0)
        .write(SampleTransformer.BERT_LANGUAGE_MODEL, parent, "reader")
        .toString();
  }

  /**
   * Writes a model whose vectors, of 32 dimensions, may be shortened to 8 and 16.
   *
   * @return its folder, whose last name is {@code bert-encoder}
   */
  public static String matryoshkaModel(Path parent) throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(parent);
    Path config = model.resolve("config.json");
    String json = Files.readString(config);
    Files.writeString(config, json.replaceFirst("\\{", "{\"matryoshka_dimensions\": [8, 16],"));
    return model.toString();
  }

  private static Document animal(String id, String language, String title, String text, int age) {
    SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
    fields.put("age", MetadataValue.of(age));
    return new Document(id, Language.of(language), title, text).withMetadata(new Metadata(fields));
  }

  public int port() {
    return server.port();
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path));
  }

  /** Returns the reply with its body as text. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public HttpResponse<String> get(String path) {
    return send(request(path));
  }

  public HttpResponse<String> post(String path, String json) {
    return send("POST", path, "application/json", json);
  }

  /** Sends a body of JSON, or none if it is empty. */
  public HttpResponse<String> put(String path, String json) {
    return json.isEmpty()
        ? send(request(path).PUT(HttpRequest.BodyPublishers.noBody()))
        : send("PUT", path, "application/json", json);
  }

  public HttpResponse<String> delete(String path) {
    return send(request(path).DELETE());
  }

  public HttpResponse<String> send(String method, String path, String contentType, String body) {
    return send(
        request(path)
            .header("Content-Type", contentType)
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  public static JsonNode json(HttpResponse<String> response) {
    try {
      return MAPPER.readTree(response.body());
    } catch (IOException e) {
      throw new AssertionError(response.body(), e);
    }
  }

  @Override
  public void close() {
    server.close();
    client.close();
  }
}
