// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class DoctorCommandTest extends CommandTest {
  private Path index() throws IOException {
    Path index = folder.resolve("index");
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"), "{\"id\": \"a\", \"text\": \"The cat.\"}\n");
    assertThat(isogloss("index", documents, "--index", index, "--model", "tiny", "-q")).isZero();
    return index;
  }

  @Test
  void checksThisInstallationAndAnIndex() throws IOException {
    assertThat(isogloss("doctor", "--index", index())).isZero();
    assertThat(out())
        .containsPattern("(?m)^ok +Java +\\d+")
        .containsPattern("(?m)^ok +ONNX Runtime +version \\d+\\.\\d+")
        .containsPattern("(?m)^ok +libtorch +is loaded")
        .containsPattern("(?m)^ok +model compact +.*fingerprint [0-9a-f]{64}; encodes a word")
        .containsPattern("(?m)^ok +index .*1 document, 1 passage, searched by")
        .doesNotContain("error");
  }

  @Test
  void reportsWhatIsDamagedAndHowToCorrectIt() throws IOException {
    Path index = index();
    Path segment = index.resolve("lucene").resolve("_0.cfs");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    Path missing = folder.resolve("missing");
    assertThat(isogloss("doctor", "--index", index, "--model", missing, "--json")).isEqualTo(1);
    JsonNode report = new ObjectMapper().readTree(out());
    assertThat(report.get("status").asText()).isEqualTo("error");
    assertThat(report.get("checks").findValuesAsText("remedy"))
        .anyMatch(remedy -> remedy.startsWith("restore it from a backup"))
        .anyMatch(remedy -> remedy.startsWith("install Isogloss again"));
  }

  @Test
  void warnsOfLimitsThatMakeItSlowOrFail() {
    assertThat(EnvironmentChecks.vectors(false).status()).isEqualTo(Finding.Status.WARNING);
    assertThat(EnvironmentChecks.encoding("ANSI_X3.4-1968").remedy()).contains("LC_ALL=C.UTF-8");
    assertThat(EnvironmentChecks.memory(1L << 30, 1L << 28).remedy()).contains("tiny");
    assertThat(EnvironmentChecks.memory(1L << 33, 1L << 28).remedy()).contains("-Xmx1g");
    assertThat(EnvironmentChecks.openFiles(256).remedy()).contains("ulimit -n");
    assertThat(EnvironmentChecks.encoding("UTF-8").status()).isEqualTo(Finding.Status.OK);
  }

  @Test
  void warnsOfACacheThatCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Finding found = EnvironmentChecks.cache(file);
    assertThat(found.status()).isEqualTo(Finding.Status.WARNING);
    assertThat(found.remedy()).contains("XDG_CACHE_HOME");
  }

  @Test
  void warnsOfAPortInUse() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Finding found = PortCheck.run(server.getLocalPort());
      assertThat(found.status()).isEqualTo(Finding.Status.WARNING);
      assertThat(found.remedy()).contains("isogloss serve --port ");
    }
  }
}
