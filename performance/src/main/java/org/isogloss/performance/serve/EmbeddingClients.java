// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Clients that request vectors, each on a connection of its own that is kept open. */
final class EmbeddingClients implements AutoCloseable {
  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final String model;

  EmbeddingClients(int port, String model, int clients) throws IOException {
    this.model = model;
    for (int i = 0; i < clients; i++) {
      connections.add(new Connection(port));
    }
  }

  /**
   * Requests the vectors of all texts, and returns the seconds that it took.
   *
   * @param size number of texts in a request
   */
  double seconds(List<String> texts, int size) {
    AtomicInteger next = new AtomicInteger();
    long start = System.nanoTime();
    List<Future<?>> running = new ArrayList<>();
    for (Connection connection : connections) {
      running.add(
          threads.submit(
              () -> {
                for (int i = next.getAndAdd(size); i < texts.size(); i = next.getAndAdd(size)) {
                  request(connection, texts.subList(i, Math.min(i + size, texts.size())));
                }
              }));
    }
    for (Future<?> client : running) {
      try {
        client.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Requests the vector of one text. */
  void request(String text) {
    request(connections.getFirst(), List.of(text));
  }

  /** Returns the vector of one text. */
  float[] vector(String text) throws IOException {
    byte[] bytes =
        new ObjectMapper()
            .readTree(request(connections.getFirst(), List.of(text)).body())
            .get("data")
            .get(0)
            .get("embedding")
            .binaryValue();
    float[] vector = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
    return vector;
  }

  private Connection.Answer request(Connection connection, List<String> texts) {
    String input =
        texts.stream().map(EmbeddingClients::quoted).collect(Collectors.joining(",", "[", "]"));
    String body =
        "{\"model\":\"" + model + "\",\"encoding_format\":\"base64\",\"input\":" + input + "}";
    try {
      Connection.Answer answer = connection.post("/v1/embeddings", body);
      if (answer.status() != 200) {
        throw new IllegalStateException(answer.status() + " " + answer.text());
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  @Override
  public void close() throws IOException {
    threads.close();
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
