// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.server.mcp.McpProtocol.Answer;
import org.isogloss.server.mcp.McpProtocol.Headers;

/**
 * A request of the protocol's revision 2026-07-28, which states its version by itself, so that no
 * initialization precedes it. The library does not know this revision: its answers are completed
 * here.
 *
 * @param message the request
 * @param version the version that it states
 * @param headers its headers; empty on standard input
 */
record StatelessRequest(ObjectNode message, String version, Optional<Headers> headers) {
  static final String VERSION = "2026-07-28";
  static final String VERSION_HEADER = "mcp-protocol-version";
  private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
  private static final String DISCOVER = "server/discover";

  /** Methods, with the parameter that the header {@code Mcp-Name} repeats. */
  private static final Map<String, String> METHODS =
      Map.of(
          DISCOVER,
          "",
          "tools/list",
          "",
          McpProtocol.CALL,
          "name",
          "resources/list",
          "",
          "resources/templates/list",
          "",
          "resources/read",
          "uri");

  /** Methods whose answers change only with the server. */
  private static final Set<String> CONSTANT =
      Set.of(DISCOVER, "tools/list", "resources/list", "resources/templates/list");

  private static final int HOUR_MILLISECONDS = 3_600_000;
  private static final Pattern ENCODED = Pattern.compile("=\\?base64\\?([A-Za-z0-9+/=]*)\\?=");

  private static final int HEADER_MISMATCH = -32020;
  private static final int UNSUPPORTED_VERSION = -32022;
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;

  /** The code of earlier revisions for a resource that does not exist. */
  private static final int RESOURCE_NOT_FOUND = -32002;

  /** Returns a message as a request of this revision; empty if it is one of an earlier revision. */
  static Optional<StatelessRequest> of(ObjectNode message, Optional<Headers> headers) {
    JsonNode stated = message.path("params").path("_meta").path(VERSION_KEY);
    Optional<String> header = headers.flatMap(all -> all.find(VERSION_HEADER));
    boolean isStateless = stated.isTextual() || header.filter(VERSION::equals).isPresent();
    return isStateless && message.hasNonNull("id")
        ? Optional.of(new StatelessRequest(message, stated.asText(), headers))
        : Optional.empty();
  }

  private String method() {
    return message.path("method").asText();
  }

  boolean isDiscovery() {
    return method().equals(DISCOVER);
  }

  /**
   * Returns the error of a request that cannot be answered.
   *
   * @param earlier the earlier versions of the server
   */
  Optional<Answer> error(List<String> earlier) {
    Optional<String> mismatch = headers.flatMap(this::mismatch);
    if (mismatch.isPresent()) {
      return Optional.of(error(400, HEADER_MISMATCH, mismatch.get()));
    }
    if (!version.equals(VERSION)) {
      ObjectNode reply = reply(UNSUPPORTED_VERSION, "Unsupported protocol version");
      ObjectNode data = ((ObjectNode) reply.path("error")).putObject("data");
      data.put("requested", version).putArray("supported").add(VERSION);
      earlier.reversed().forEach(data.withArray("supported")::add);
      return Optional.of(new Answer(400, reply.toString()));
    }
    return METHODS.containsKey(method())
        ? Optional.empty()
        : Optional.of(error(404, METHOD_NOT_FOUND, "Method not found: " + method()));
  }

  /** Returns what a header and the message state differently, because proxies read headers. */
  private Optional<String> mismatch(Headers all) {
    String parameter = METHODS.getOrDefault(method(), "");
    return differs(all, VERSION_HEADER, version)
        .or(() -> differs(all, "mcp-method", method()))
        .or(
            () ->
                parameter.isEmpty()
                    ? Optional.empty()
                    : differs(all, "mcp-name", message.path("params").path(parameter).asText()));
  }

  private static Optional<String> differs(Headers all, String name, String expected) {
    Optional<String> value = all.find(name).map(String::strip).map(StatelessRequest::decode);
    if (value.filter(expected::equals).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        value.isEmpty()
            ? "Header mismatch: the header " + name + " is missing"
            : "Header mismatch: the header " + name + " and the body have different values");
  }

  private static String decode(String value) {
    Matcher encoded = ENCODED.matcher(value);
    try {
      return encoded.matches()
          ? new String(Base64.getDecoder().decode(encoded.group(1)), StandardCharsets.UTF_8)
          : value;
    } catch (IllegalArgumentException e) {
      return value;
    }
  }

  private Answer error(int status, int code, String problem) {
    return new Answer(status, reply(code, problem).toString());
  }

  private ObjectNode reply(int code, String problem) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    reply.set("id", message.path("id"));
    reply.putObject("error").put("code", code).put("message", problem);
    return reply;
  }

  /**
   * Answers what the server is.
   *
   * @param earlier the earlier versions of the server
   * @param description what it states after an initialization
   */
  Answer discovery(List<String> earlier, ObjectNode description) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    reply.set("id", message.path("id"));
    ObjectNode result = reply.putObject("result");
    result.putArray("supportedVersions").add(VERSION);
    earlier.reversed().forEach(result.withArray("supportedVersions")::add);
    for (String key : List.of("capabilities", "serverInfo", "instructions")) {
      result.set(key, description.path(key));
    }
    return complete(reply);
  }

  /** Adds to a reply of the library what this revision demands. */
  Answer complete(ObjectNode reply) {
    if (reply.path("result") instanceof ObjectNode result) {
      result.put("resultType", "complete");
      if (CONSTANT.contains(method())) {
        result.put("ttlMs", HOUR_MILLISECONDS).put("cacheScope", "public");
      } else if (method().equals("resources/read")) {
        result.put("ttlMs", 0).put("cacheScope", "private");
      }
    } else if (reply.path("error") instanceof ObjectNode error
        && error.path("code").asInt() == RESOURCE_NOT_FOUND) {
      error.put("code", INVALID_PARAMS);
    }
    return new Answer(200, reply.toString());
  }
}
