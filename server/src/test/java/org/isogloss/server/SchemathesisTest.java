// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends requests that schemathesis derives from the OpenAPI document, allowed and malformed. No
 * reply may be an error of the server or differ from the document, malformed requests and those
 * without a token must be refused.
 */
@Tag("slow")
class SchemathesisTest {
  private static final String TOKEN = "admin-0123456789abcdef";

  @TempDir private Path folder;

  @Test
  void answersAsDocumented() throws Exception {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "admin " + TOKEN + "\n");
    try (TestServer server =
        TestServer.start(
            folder.resolve("index"),
            builder -> builder.tokenFile(tokens).data(folder.resolve("data")))) {
      String printed =
          Python.run(
              folder,
              List.of(
                  "-m",
                  "schemathesis.cli",
                  "--config-file",
                  Python.CLIENTS.resolve("schemathesis.toml").toString(),
                  "run",
                  server.uri("/openapi.yaml").toString(),
                  "--header",
                  "Authorization: Bearer " + TOKEN,
                  // The default tests send the examples of the document.
                  "--phases=coverage,fuzzing,stateful",
                  "--max-examples=100",
                  "--workers=2",
                  "--continue-on-failure",
                  "--warnings=off",
                  "--generation-database=none",
                  "--no-color"));
      assertThat(printed).contains("Operations:").contains("No issues found");
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
    }
  }
}
