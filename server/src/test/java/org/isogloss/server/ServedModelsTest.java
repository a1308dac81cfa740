// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which models a server opens. */
class ServedModelsTest {
  @TempDir private Path folder;

  @Test
  void anIndexKeepsItsOwnModelNextToOthers() {
    SearchServer.builder()
        .index("tiny", folder.resolve("x"))
        .createMissingIndexes(true)
        .model("tiny")
        .port(0)
        .start()
        .close();
    SearchServer running =
        SearchServer.builder().index("tiny", folder.resolve("x")).model("compact").port(0).start();
    try (TestServer server = TestServer.of(running)) {
      JsonNode index = TestServer.json(server.get("/api/indexes")).get("indexes").get(0);
      assertThat(index.get("model").textValue()).isEqualTo("tiny");
      assertThat(TestServer.json(server.get("/v1/models")).findValuesAsText("id"))
          .containsExactly("compact", "compact:query", "tiny", "tiny:query");
    }
  }

  @Test
  void twoModelsCannotHaveOneName() {
    Path other = folder.resolve("tiny");
    assertThatThrownBy(
            () -> SearchServer.builder().model("tiny").model(other.toString()).port(0).start())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("clients would know both tiny and " + other)
        .hasMessageContaining("rename one of the folders");
  }
}
