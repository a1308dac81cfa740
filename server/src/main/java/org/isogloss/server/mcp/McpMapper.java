// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import java.util.Optional;

/** What both transports share. */
final class McpMapper {
  private McpMapper() {}

  static McpJsonMapper create() {
    return new JacksonMcpJsonMapper(new ObjectMapper());
  }

  /** The version of Isogloss, which clients display. */
  static String version() {
    return Optional.ofNullable(McpMapper.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
