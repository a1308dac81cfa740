// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.JsonContent;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.ServerVersion;
import reactor.core.publisher.Mono;

/**
 * Answers messages of the protocol, each by itself, because no tool keeps a state. Several threads
 * may use it at the same time.
 */
final class McpProtocol implements AutoCloseable {
  static final String CALL = "tools/call";

  /** What a tool may use, in the context of a message. */
  private static final String GRANT = "grant";

  /** The versions that begin with an initialization; the first one too, for some agents. */
  private static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private static final int HTTP_OK = 200;
  private static final System.Logger LOG = System.getLogger(McpProtocol.class.getName());

  private final McpJsonMapper mapper = new JacksonMcpJsonMapper(new ObjectMapper());
  private final Transport transport = new Transport();
  private final McpStatelessSyncServer server;

  /** The headers of a message over HTTP. */
  @FunctionalInterface
  interface Headers {
    /** Returns the value of a header. */
    Optional<String> find(String name);
  }

  /** Connects this class to the server of the library, which supplies its handler. */
  private static final class Transport implements McpStatelessServerTransport {
    private volatile McpStatelessServerHandler handler;

    @Override
    public void setMcpHandler(McpStatelessServerHandler mcpHandler) {
      handler = mcpHandler;
    }

    @Override
    public List<String> protocolVersions() {
      return VERSIONS;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }

  McpProtocol(Catalog catalog) {
    McpServer.StatelessSyncSpecification specification =
        McpServer.sync(transport)
            .serverInfo("isogloss", ServerVersion.text())
            .instructions(McpTools.INSTRUCTIONS)
            .capabilities(
                McpSchema.ServerCapabilities.builder().tools(false).resources(false, false).build())
            .resourceTemplates(new McpResources(catalog).documents())
            .jsonMapper(mapper)
            // Runs tools on the calling thread.
            .immediateExecution(true);
    for (McpTool tool : new McpTools(catalog).all()) {
      specification =
          specification.toolCall(
              tool.definition(mapper),
              (context, call) -> tool.call().run(grant(context), call.arguments()));
    }
    server = specification.build();
  }

  /**
   * A reply.
   *
   * @param status of HTTP
   * @param json on one line
   */
  record Answer(int status, String json) {}

  /**
   * Answers a message.
   *
   * @param grant the indexes that the agent may use
   * @param headers of the message, by their names in lower case; empty on standard input
   * @return empty for a message that has no reply, such as a notification
   * @throws RequestException if it is not a message of JSON-RPC 2.0, its parameters are malformed,
   *     or its headers state a version that the server does not know
   */
  Optional<Answer> answer(ObjectNode object, Grant grant, Optional<Headers> headers) {
    requireMessage(new Arguments(object));
    Optional<StatelessRequest> request = StatelessRequest.of(object, headers);
    if (request.isEmpty()) {
      headers.ifPresent(McpProtocol::requireKnownVersion);
      return handle(object, grant).map(reply -> new Answer(HTTP_OK, reply.toString()));
    }
    StatelessRequest stateless = request.get();
    return Optional.of(
        stateless
            .error(VERSIONS)
            .orElseGet(
                () ->
                    stateless.isDiscovery()
                        ? stateless.discovery(VERSIONS, description())
                        : stateless.complete(handle(object, grant).orElseThrow())));
  }

  /** A message without the header is one of a version that did not have it. */
  private static void requireKnownVersion(Headers headers) {
    headers
        .find(StatelessRequest.VERSION_HEADER)
        .map(String::strip)
        .filter(version -> !VERSIONS.contains(version) && !version.equals(StatelessRequest.VERSION))
        .ifPresent(
            version -> {
              throw RequestException.invalid(
                  "MCP-Protocol-Version",
                  "the header MCP-Protocol-Version is "
                      + Excerpt.quote(version)
                      + ", expected one of "
                      + String.join(", ", VERSIONS)
                      + ", "
                      + StatelessRequest.VERSION);
            });
  }

  /** What the server is, as the library states it after an initialization. */
  private ObjectNode description() {
    ObjectNode initialize = JsonNodeFactory.instance.objectNode();
    initialize.put("jsonrpc", "2.0").put("id", 1).put("method", "initialize");
    ObjectNode params = initialize.putObject("params");
    params.put("protocolVersion", ProtocolVersions.MCP_2025_11_25).putObject("capabilities");
    params.putObject("clientInfo").put("name", "any").put("version", "0");
    return (ObjectNode) handle(initialize, Grant.ALL).orElseThrow().path("result");
  }

  /** The indexes that an agent may use. */
  static Grant grant(McpTransportContext context) {
    return (Grant) context.get(GRANT);
  }

  /** Lets the library answer. */
  private Optional<ObjectNode> handle(ObjectNode object, Grant grant) {
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, object.toString());
    } catch (IOException | IllegalArgumentException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID, "this is not a message of JSON-RPC 2.0");
    }
    return switch (message) {
      case McpSchema.JSONRPCRequest call -> Optional.of(answer(call, grant));
      case McpSchema.JSONRPCNotification notification -> {
        transport.handler.handleNotification(McpTransportContext.EMPTY, notification).block();
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  /** Rejects messages for which the library has no error, or an error with names of its classes. */
  private static void requireMessage(Arguments message) {
    if (!message.string("jsonrpc").equals("2.0")) {
      throw RequestException.invalid("jsonrpc", "jsonrpc is another version, expected 2.0");
    }
    Optional<String> method = message.findString("method");
    Optional<Arguments> params = message.find("params").map(node -> object("params", node));
    if (method.filter(CALL::equals).isPresent()) {
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

  private ObjectNode answer(McpSchema.JSONRPCRequest call, Grant grant) {
    try {
      McpSchema.JSONRPCResponse response =
          transport
              .handler
              .handleRequest(McpTransportContext.create(Map.of(GRANT, grant)), call)
              .block();
      return JsonContent.parse(
          mapper.writeValueAsString(withoutDetails(response)).getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      // The library converts the parameters of each method to a class of its own.
      throw RequestException.invalid("params", "params does not have the form of " + call.method());
    } catch (IOException e) {
      throw new IllegalStateException(e);
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
