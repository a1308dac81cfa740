// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFormatTest {
  @Test
  void writesAnObjectOnEachLine() throws IOException {
    LogRecord entry = new LogRecord(Level.WARNING, "the index {0} failed:\n{1} \u001b[31m");
    entry.setParameters(new Object[] {"words", "a \"b\""});
    entry.setLoggerName("org.isogloss.server");
    entry.setInstant(Instant.parse("2026-11-28T18:00:00.123Z"));
    entry.setThrown(new IllegalStateException("no"));
    String text = new LogFormat.JsonFormatter().format(entry);
    assertThat(text).endsWith("}\n").hasLineCount(1).doesNotContain("\u001b");
    JsonNode line = new ObjectMapper().readTree(text);
    assertThat(line.path("time").asText()).isEqualTo("2026-11-28T18:00:00.123Z");
    assertThat(line.path("level").asText()).isEqualTo("WARNING");
    assertThat(line.path("logger").asText()).isEqualTo("org.isogloss.server");
    assertThat(line.path("message").asText())
        .isEqualTo("the index words failed:\na \"b\" \u001b[31m");
    assertThat(line.path("thrown").asText()).isEqualTo("java.lang.IllegalStateException: no");
  }
}
