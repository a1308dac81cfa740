// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.isogloss.server.catalog.Catalog;

/**
 * The protocol over a pair of streams, as agents start a server as a child process. Messages are
 * lines of JSON.
 */
public final class McpStandardStreams {
  private McpStandardStreams() {}

  /**
   * Answers messages until the input ends.
   *
   * @param in receives the messages of the client
   * @param out is used for replies only
   */
  public static void serve(Catalog catalog, InputStream in, OutputStream out)
      throws InterruptedException {
    McpJsonMapper mapper = McpMapper.create();
    CountDownLatch ended = new CountDownLatch(1);
    var transport = new StdioServerTransportProvider(mapper, new EndSignal(in, ended), out);
    var specification =
        McpServer.sync(transport)
            .serverInfo("isogloss", McpMapper.version())
            .instructions(McpTools.INSTRUCTIONS)
            .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
            .jsonMapper(mapper);
    for (McpTool tool : new McpTools(catalog).all()) {
      specification =
          specification.toolCall(
              tool.definition(mapper), (exchange, call) -> tool.call().apply(call.arguments()));
    }
    McpSyncServer server = specification.build();
    ended.await();
    server.closeGracefully();
  }

  /** Counts down when a stream has ended. */
  private static final class EndSignal extends FilterInputStream {
    private final CountDownLatch ended;

    EndSignal(InputStream in, CountDownLatch ended) {
      super(in);
      this.ended = ended;
    }

    @Override
    public int read() throws IOException {
      return signalled(super.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return signalled(super.read(bytes, offset, length));
    }

    private int signalled(int read) {
      if (read < 0) {
        ended.countDown();
      }
      return read;
    }
  }
}
