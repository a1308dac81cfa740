// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses the server through the Python clients of OpenAI, LangChain, Cohere, LiteLLM, Voyage, Hugging
 * Face and the Model Context Protocol, the last one also over standard streams.
 */
@Tag("slow")
class RealClientsTest {
  @TempDir private Path folder;

  /** The server of an agent on standard streams, as {@code isogloss mcp} starts it. */
  static final class Agent {
    private Agent() {}

    public static void main(String[] arguments) throws Exception {
      try (InputStream in = new FileInputStream(FileDescriptor.in);
          OutputStream out = new FileOutputStream(FileDescriptor.out)) {
        SearchServer.builder().index("animals", Path.of(arguments[0])).serveAgent(in, out);
      }
    }
  }

  @Test
  void servesTheClientsOfOtherVendors() throws Exception {
    Path index = folder.resolve("index");
    try (TestServer server = TestServer.start(index)) {
      String printed =
          Python.run(
              folder,
              List.of(
                  Python.CLIENTS.resolve("check_clients.py").toString(),
                  server.uri("").toString(),
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Agent.class.getName(),
                  index.toString()));
      assertThat(printed)
          .contains(
              "openai", "langchain", "cohere", "litellm", "voyageai", "jina", "huggingface", "mcp");
    }
  }
}
