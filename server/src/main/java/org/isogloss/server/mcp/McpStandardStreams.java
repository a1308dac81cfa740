// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.JsonContent;
import org.isogloss.server.http.LineReader;
import org.isogloss.server.http.RequestException;

/**
 * The protocol over a pair of streams, as agents start a server as a child process. Messages are
 * lines of JSON. Calls of tools are answered several at a time, in the order in which they are
 * finished; other messages at once. Every message that was read is answered before the end.
 */
public final class McpStandardStreams {
  private static final System.Logger LOG = System.getLogger(McpStandardStreams.class.getName());

  /** Bytes of a message. */
  private static final int MAX_LINE = 16 << 20;

  /** Calls that are processed at the same time, which share the batches of a model. */
  private static final int CONCURRENCY = 8;

  /** Calls that wait; while there are as many, no message is read. */
  private static final int MAX_WAITING = 1_024;

  private final McpProtocol protocol;
  private final OutputStream out;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);
  private volatile boolean clientGone;

  private McpStandardStreams(McpProtocol protocol, OutputStream out) {
    this.protocol = protocol;
    this.out = out;
  }

  /**
   * Answers messages until the input ends.
   *
   * @param in receives the messages of the client
   * @param out is used for replies only
   * @throws IOException if the input cannot be read
   */
  public static void serve(Catalog catalog, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    try (McpProtocol protocol = new McpProtocol(catalog);
        ExecutorService calls =
            Executors.newFixedThreadPool(
                CONCURRENCY, Thread.ofPlatform().daemon().name("isogloss-mcp-", 0).factory())) {
      // At its end, the executor waits for the calls.
      new McpStandardStreams(protocol, out).readAll(new LineReader(in, MAX_LINE), calls);
    }
  }

  private void readAll(LineReader lines, ExecutorService calls)
      throws IOException, InterruptedException {
    boolean ended = false;
    while (!ended && !clientGone) {
      Optional<ObjectNode> message = Optional.empty();
      try {
        Optional<String> line = lines.next();
        ended = line.isEmpty();
        message = line.filter(text -> !text.isBlank()).map(McpStandardStreams::parse);
      } catch (RequestException e) {
        reply(error(JsonNodeFactory.instance.nullNode(), McpSchema.ErrorCodes.PARSE_ERROR, e));
      }
      if (message.isPresent()) {
        receive(message.get(), calls);
      }
    }
  }

  private static ObjectNode parse(String line) {
    return JsonContent.parse(line.getBytes(StandardCharsets.UTF_8));
  }

  private void receive(ObjectNode message, ExecutorService calls) throws InterruptedException {
    if (!message.path("method").asText().equals(McpProtocol.CALL)) {
      answer(message);
      return;
    }
    waiting.acquire();
    calls.execute(
        () -> {
          try {
            answer(message);
          } finally {
            waiting.release();
          }
        });
  }

  private void answer(ObjectNode message) {
    JsonNode id = message.path("id");
    try {
      protocol
          .answer(message, Grant.ALL, Optional.empty())
          .ifPresent(answer -> reply(answer.json()));
    } catch (RequestException e) {
      int code =
          e.parameter().filter(key -> key.equals("jsonrpc") || key.equals("method")).isPresent()
              ? McpSchema.ErrorCodes.INVALID_REQUEST
              : McpSchema.ErrorCodes.INVALID_PARAMS;
      reply(error(id, code, e));
    } catch (RuntimeException | Error e) {
      // After an error too, such as one of memory: the client waits for its reply.
      LOG.log(Level.ERROR, "a message failed: {0}", e.getClass().getName());
      LOG.log(Level.DEBUG, "a message failed", e);
      reply(
          error(
              id,
              McpSchema.ErrorCodes.INTERNAL_ERROR,
              RequestException.of(RequestException.Reason.FAILED, "the server failed to answer")));
    }
  }

  private static String error(JsonNode id, int code, RequestException problem) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    reply.set("id", id.isTextual() || id.isIntegralNumber() ? id : null);
    reply.putObject("error").put("code", code).put("message", problem.getMessage());
    return reply.toString();
  }

  private synchronized void reply(String json) {
    try {
      out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the client has closed the stream of replies");
      clientGone = true;
    }
  }
}
