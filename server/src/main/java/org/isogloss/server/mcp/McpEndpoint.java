// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;
import reactor.core.publisher.Mono;

/**
 * {@code POST /mcp}: the protocol over HTTP without sessions. Each message is answered by itself,
 * because no tool keeps a state.
 */
public final class McpEndpoint implements AutoCloseable {
  private final McpJsonMapper mapper = McpMapper.create();
  private final Transport transport = new Transport();
  private final McpStatelessSyncServer server;

  /** Connects the endpoint to the server of the protocol, which supplies its handler. */
  private static final class Transport implements McpStatelessServerTransport {
    private volatile McpStatelessServerHandler handler;

    @Override
    public void setMcpHandler(McpStatelessServerHandler mcpHandler) {
      handler = mcpHandler;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }

  public McpEndpoint(Catalog catalog) {
    McpServer.StatelessSyncSpecification specification =
        McpServer.sync(transport)
            .serverInfo("isogloss", McpMapper.version())
            .instructions(McpTools.INSTRUCTIONS)
            .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
            .jsonMapper(mapper)
            // Runs tools on the thread of the request, which is one of the pool.
            .immediateExecution(true);
    for (McpTool tool : new McpTools(catalog).all()) {
      specification =
          specification.toolCall(
              tool.definition(mapper), (context, call) -> tool.call().apply(call.arguments()));
    }
    server = specification.build();
  }

  public List<Route> routes() {
    return List.of(
        new Route(
            "POST",
            "/mcp",
            Access.READ,
            ErrorFormat.PROBLEM_DETAILS,
            Route.Execution.POOL,
            this::handle));
  }

  private Reply handle(Request request) throws IOException {
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, request.text());
    } catch (IOException | IllegalArgumentException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID, "the body is not a message of JSON-RPC 2.0");
    }
    return switch (message) {
      case McpSchema.JSONRPCRequest call ->
          Reply.bytes(
              200,
              Reply.JSON,
              mapper
                  .writeValueAsString(
                      transport.handler.handleRequest(McpTransportContext.EMPTY, call).block())
                  .getBytes(StandardCharsets.UTF_8));
      case McpSchema.JSONRPCNotification notification -> {
        transport.handler.handleNotification(McpTransportContext.EMPTY, notification).block();
        yield Reply.empty(202);
      }
      default -> Reply.empty(202);
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
