// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import static java.util.Objects.requireNonNull;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import org.isogloss.server.http.Grant;

/**
 * A tool that an agent can call.
 *
 * @param name its name
 * @param title its name for people
 * @param description what it does and when to use it, for the model of the agent
 * @param inputSchema JSON Schema of its arguments
 * @param outputSchema JSON Schema of its results
 * @param call runs the tool with its arguments
 */
record McpTool(
    String name,
    String title,
    String description,
    String inputSchema,
    String outputSchema,
    Call call) {
  /** Runs a tool. */
  @FunctionalInterface
  interface Call {
    /**
     * @param grant the indexes that the agent may use
     */
    McpSchema.CallToolResult run(Grant grant, Map<String, Object> arguments);
  }

  McpTool {
    requireNonNull(name, "name is null");
    requireNonNull(title, "title is null");
    requireNonNull(description, "description is null");
    requireNonNull(inputSchema, "inputSchema is null");
    requireNonNull(outputSchema, "outputSchema is null");
    requireNonNull(call, "call is null");
  }

  /** The tool as the protocol describes it. No tool changes anything. */
  McpSchema.Tool definition(McpJsonMapper mapper) {
    return McpSchema.Tool.builder(name, mapper, inputSchema)
        .title(title)
        .description(description)
        .outputSchema(mapper, outputSchema)
        .annotations(
            McpSchema.ToolAnnotations.builder()
                .title(title)
                .readOnlyHint(true)
                .destructiveHint(false)
                .idempotentHint(true)
                .openWorldHint(false)
                .build())
        .build();
  }
}
