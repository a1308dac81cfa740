// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies of requests and replies. */
class CompressionTest {
  private static final String SEARCH = "{\"query\": \"cat on the roof\", \"explain\": true}";

  private static TestServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private HttpResponse<byte[]> post(String path, String type, String coding, byte[] body)
      throws Exception {
    return client.send(
        server
            .request(path)
            .header("Content-Type", type)
            .header("Content-Encoding", coding)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> search(String accepted) throws Exception {
    return client.send(
        server
            .request("/api/search")
            .header("Content-Type", "application/json")
            .header("Accept-Encoding", accepted)
            .POST(HttpRequest.BodyPublishers.ofString(SEARCH))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static byte[] compress(String coding, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return coding.equals("gzip") ? gzip(bytes) : Zstd.compress(bytes);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void readsCompressedBodies(String coding) throws Exception {
    HttpResponse<byte[]> reply =
        post("/api/search", "application/json", coding, compress(coding, SEARCH));
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("en/cat");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void readsCompressedStreamsOfDocuments(String coding) throws Exception {
    String lines = "{\"id\": \"x\", \"text\": \"owl\"}\n{\"id\": \"y\", \"text\": \"\"}\n";
    HttpResponse<byte[]> reply =
        post("/api/documents", "application/x-ndjson", coding, compress(coding, lines));
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("indexed", "rejected");
  }

  @Test
  void compressesRepliesAsTheClientAccepts() throws Exception {
    HttpResponse<byte[]> plain = search("identity");
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(plain.headers().firstValue("Vary")).hasValue("Accept-Encoding");
    HttpResponse<byte[]> gzip = search("gzip, br");
    assertThat(gzip.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(gzip.body().length).isLessThan(plain.body().length / 2);
    String text =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(gzip.body())).readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(text).contains("en/cat").contains("explanation");
    HttpResponse<byte[]> zstd = search("gzip, zstd");
    assertThat(zstd.headers().firstValue("Content-Encoding")).hasValue("zstd");
    assertThat(new String(Zstd.decompress(zstd.body()), StandardCharsets.UTF_8))
        .contains("explanation");
  }

  @Test
  void compressesNeitherVectorsNorSmallReplies() throws Exception {
    for (String path : new String[] {"/health/live", "/v1/models"}) {
      HttpResponse<byte[]> reply =
          client.send(
              server.request(path).header("Accept-Encoding", "gzip").build(),
              HttpResponse.BodyHandlers.ofByteArray());
      assertThat(reply.headers().firstValue("Content-Encoding")).isEmpty();
    }
    HttpResponse<byte[]> vectors =
        client.send(
            server
                .request("/v1/embeddings")
                .header("Content-Type", "application/json")
                .header("Accept-Encoding", "gzip")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"tiny\", \"input\": [\"a cat\", \"a dog\"]}"))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertThat(vectors.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(vectors.body().length).isGreaterThan(1400);
  }

  @Test
  void refusesOtherCodings() throws Exception {
    for (String coding : new String[] {"br", "gzip, gzip", "deflate"}) {
      HttpResponse<byte[]> reply = post("/api/search", "application/json", coding, new byte[10]);
      assertThat(reply.statusCode()).as(coding).isEqualTo(415);
      assertThat(new String(reply.body(), StandardCharsets.UTF_8))
          .contains("expected gzip, zstd or none");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void refusesDamagedBodies(String coding) throws Exception {
    byte[] body = compress(coding, SEARCH.repeat(100));
    for (byte[] damaged :
        new byte[][] {
          SEARCH.getBytes(StandardCharsets.UTF_8), Arrays.copyOf(body, body.length - 9)
        }) {
      HttpResponse<byte[]> reply = post("/api/search", "application/json", coding, damaged);
      assertThat(reply.statusCode()).isEqualTo(400);
      assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("compression");
    }
  }

  /** A body that is small on the wire, and of which only the allowed size is unpacked. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void boundsWhatItUnpacks(String coding) throws Exception {
    byte[] bomb = compress(coding, " ".repeat(200 << 20));
    assertThat(bomb.length).isLessThan(1 << 20);
    HttpResponse<byte[]> reply = post("/api/search", "application/json", coding, bomb);
    assertThat(reply.statusCode()).isEqualTo(413);
  }

  @Test
  void refusesWindowsThatCostMoreMemory() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(out)) {
      zstd.setLong(26);
      zstd.write(SEARCH.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(post("/api/search", "application/json", "zstd", out.toByteArray()).statusCode())
        .isEqualTo(400);
  }
}
