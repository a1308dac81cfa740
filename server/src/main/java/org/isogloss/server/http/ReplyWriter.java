// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;

/** Sends replies, compressed if the client accepts it. */
final class ReplyWriter {
  private static final System.Logger LOG = System.getLogger(ReplyWriter.class.getName());

  /** Smaller replies fit into a packet of the network. */
  private static final int MIN_COMPRESSED = 1400;

  private ReplyWriter() {}

  /**
   * Sends a reply to a request.
   *
   * @return the size of its content
   */
  static long send(ServerResponse response, Reply whole, Request.Head head) {
    Reply reply = compressed(whole, head);
    response.status(reply.status());
    response.header("X-Content-Type-Options", "nosniff");
    if (!reply.headers().containsKey("Cache-Control")) {
      response.header("Cache-Control", "no-store");
    }
    reply.headers().forEach(response::header);
    if (!reply.contentType().isEmpty()) {
      response.header("Content-Type", reply.contentType());
    }
    try {
      return switch (reply.content()) {
        case Reply.Content.Bytes all -> send(response, all.bytes(), head.method());
        case Reply.Content.Spooled spooled -> send(response, spooled.lines(), head.method());
      };
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.DEBUG, "the client has closed the connection");
      return 0;
    }
  }

  private static Reply compressed(Reply reply, Request.Head head) {
    if (!reply.compressible()
        || !(reply.content() instanceof Reply.Content.Bytes all)
        || all.bytes().length < MIN_COMPRESSED) {
      return reply;
    }
    Reply varying = reply.withVary("Accept-Encoding");
    return head.header()
        .apply("accept-encoding")
        .flatMap(ContentCoding::preferred)
        .map(varying::compressed)
        .orElse(varying);
  }

  private static long send(ServerResponse response, byte[] bytes, String method) {
    if (method.equals("HEAD")) {
      response.contentLength(bytes.length);
      response.send();
      return 0;
    }
    response.send(bytes);
    return bytes.length;
  }

  private static long send(ServerResponse response, LineSpool spool, String method)
      throws IOException {
    try (LineSpool lines = spool) {
      // Without chunks, which HTTP/1.0 does not have.
      response.contentLength(lines.size());
      if (method.equals("HEAD")) {
        response.send();
        return 0;
      }
      try (OutputStream out = response.outputStream()) {
        lines.writeTo(out);
      }
      return lines.size();
    }
  }
}
