// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
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
  private static final System.Logger LOG = System.getLogger(McpEndpoint.class.getName());

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
    ObjectNode body = request.jsonObject();
    requireMessage(new Arguments(body));
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, body.toString());
    } catch (IOException | IllegalArgumentException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID, "the body is not a message of JSON-RPC 2.0");
    }
    return switch (message) {
      case McpSchema.JSONRPCRequest call -> Reply.bytes(200, Reply.JSON, answer(call));
      case McpSchema.JSONRPCNotification notification -> {
        transport.handler.handleNotification(McpTransportContext.EMPTY, notification).block();
        yield Reply.empty(202);
      }
      default -> Reply.empty(202);
    };
  }

  /** Rejects messages for which the library has no error, or an error with names of its classes. */
  private static void requireMessage(Arguments message) {
    if (!message.string("jsonrpc").equals("2.0")) {
      throw RequestException.invalid("jsonrpc", "jsonrpc is another version, expected 2.0");
    }
    Optional<String> method = message.findString("method");
    Optional<Arguments> params = message.find("params").map(node -> object("params", node));
    if (method.filter("tools/call"::equals).isPresent()) {
      Arguments call =
          params.orElseThrow(() -> RequestException.invalid("params", "params is missing"));
      call.string("name");
      call.find("arguments").ifPresent(node -> object("params.arguments", node));
    }
  }

  private static Arguments object(String key, JsonNode node) {
    if (node instanceof ObjectNode object) {
      return new Arguments(object);
    }
    throw Arguments.wrongType(key, node, "an object");
  }

  private byte[] answer(McpSchema.JSONRPCRequest call) throws IOException {
    try {
      McpSchema.JSONRPCResponse response =
          transport.handler.handleRequest(McpTransportContext.EMPTY, call).block();
      return mapper.writeValueAsString(withoutDetails(response)).getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // The library converts the parameters of each method to a class of its own.
      throw RequestException.invalid("params", "params does not have the form of " + call.method());
    }
  }

  /** Replaces the message of an unexpected failure, which names classes and values. */
  private static McpSchema.JSONRPCResponse withoutDetails(McpSchema.JSONRPCResponse response) {
    if (response.error() == null
        || response.error().code() != McpSchema.ErrorCodes.INTERNAL_ERROR) {
      return response;
    }
    LOG.log(Level.DEBUG, "a method of the protocol failed: {0}", response.error().message());
    return McpSchema.JSONRPCResponse.error(
        response.id(),
        new McpSchema.JSONRPCResponse.JSONRPCError(
            McpSchema.ErrorCodes.INTERNAL_ERROR,
            "the server failed to answer: check the parameters of the method"));
  }

  @Override
  public void close() {
    server.close();
  }
}
