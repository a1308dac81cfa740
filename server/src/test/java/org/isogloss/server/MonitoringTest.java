// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitoringTest {
  private static final Path DASHBOARD = Path.of("..", "deploy", "grafana-dashboard.json");

  @TempDir private static Path folder;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(folder);
    assertThat(server.get("/api/search?query=cat").statusCode()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String metrics() {
    return server.get("/metrics").body();
  }

  @Test
  void measuresTheProcessAndItsJavaVirtualMachine() {
    assertThat(metrics())
        .contains("isogloss_build_info{version=")
        .containsPattern("jvm_memory_used_bytes\\{area=\"heap\"} [1-9]")
        .containsPattern("jvm_threads_current [1-9]")
        .containsPattern("process_cpu_seconds_total [0-9]")
        .contains("jvm_gc_collection_seconds_count{", "jvm_buffer_pool_used_bytes{");
  }

  @Test
  void theDashboardShowsMetricsThatExist() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
    Set<String> shown = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        Pattern.compile("([a-z]+_[a-z_]+)\\{")
            .matcher(target.path("expr").asText())
            .results()
            .forEach(name -> shown.add(name.group(1)));
      }
    }
    Set<String> measured =
        Pattern.compile("^([a-z_]+)", Pattern.MULTILINE)
            .matcher(metrics())
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());
    assertThat(shown).hasSizeGreaterThan(15);
    assertThat(measured).containsAll(shown);
  }
}
