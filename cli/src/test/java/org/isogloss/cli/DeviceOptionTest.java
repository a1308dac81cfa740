// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The device of commands that run models. */
class DeviceOptionTest extends CommandTest {
  /** Options that name a model. */
  private static final Set<String> MODELS =
      Set.of("--model", "--encoder", "--reranker", "--answers", "--sparse", "--token-vectors");

  /**
   * Commands that run models on the CPU only: {@code plan} measures its time, and {@code translate}
   * runs translation models. Papers have a setting for the device of all that they do.
   */
  private static final Set<String> ON_CPU = Set.of("plan", "translate", "xpr");

  private Path documents;
  private Path index;

  @BeforeEach
  void writeDocuments() throws IOException {
    documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            "{\"id\": \"d1\", \"language\": \"en\", \"text\": \"The cat sleeps.\"}\n");
    index = folder.resolve("index");
  }

  @Test
  void everyCommandThatRunsModelsHasIt() {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    List<String> without = new ArrayList<>();
    List<String> with = new ArrayList<>();
    collect(
        Isogloss.commandLine(new Console(none, none, Terminal.NONE), "help").getCommandSpec(),
        with,
        without);
    assertThat(with).contains("index", "search", "run", "serve", "mcp", "encode", "mine", "answer");
    assertThat(without).containsExactlyInAnyOrderElementsOf(ON_CPU);
  }

  private static void collect(CommandSpec command, List<String> with, List<String> without) {
    boolean runsModels = MODELS.stream().anyMatch(option -> command.findOption(option) != null);
    if (command.findOption("--device") != null) {
      with.add(command.name());
    } else if (runsModels) {
      without.add(command.name());
    }
    for (CommandLine sub : command.subcommands().values()) {
      collect(sub.getCommandSpec(), with, without);
    }
  }

  @Test
  void reportsAnUnknownDevice() {
    assertThat(isogloss("index", documents, "--index", index, "--model", "tiny", "--device", "gpu"))
        .isEqualTo(1);
    assertThat(err())
        .contains("--device: device is \"gpu\", expected cpu, cuda, cuda:N or auto")
        .doesNotContain("Exception");
    assertThat(index).doesNotExist();
  }

  @Test
  void neverFallsBackToTheCpu() {
    Assumptions.assumeFalse(OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA));
    List<List<Object>> commands =
        List.of(
            List.of("index", documents, "--index", index, "--model", "tiny"),
            List.of("encode", documents, "--model", "tiny", "--to", folder.resolve("v.npy")),
            List.of("serve", "--model", "tiny", "--check"));
    for (List<Object> command : commands) {
      List<Object> words = new ArrayList<>(command);
      words.addAll(List.of("--device", "cuda"));
      assertThat(isogloss(words.toArray())).as(command.toString()).isEqualTo(1);
    }
    assertThat(err().lines().filter(line -> line.startsWith("isogloss: ")))
        .hasSize(commands.size())
        .allMatch(
            line ->
                line.startsWith("isogloss: device is cuda, but the natives of ONNX Runtime")
                    && line.contains("com.microsoft.onnxruntime:onnxruntime_gpu:"));
    assertThat(index).doesNotExist();
    assertThat(folder.resolve("v.npy")).doesNotExist();
  }

  @Test
  void autoFallsBackToTheCpu() {
    assertThat(
            isogloss("index", documents, "--index", index, "--model", "tiny", "--device", "auto"))
        .isZero();
    assertThat(isogloss("search", "cat", "--index", index, "--device", "auto")).isZero();
    assertThat(out()).contains("d1");
  }

  @Test
  void doctorReportsWhyADeviceCannotBeUsed() {
    Assumptions.assumeFalse(OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA));
    assertThat(isogloss("doctor", "--device", "auto")).as(out()).isZero();
    assertThat(out()).containsPattern("device +auto, which is cpu");
    assertThat(isogloss("doctor", "--device", "cuda")).isEqualTo(1);
    assertThat(out())
        .containsPattern("(?m)^error +device +device is cuda, but the natives of ONNX Runtime")
        .containsPattern("(?m)^ok +model compact +.*encodes a word");
  }

  @Test
  void runsOnTheCpuByName() {
    assertThat(isogloss("index", documents, "--index", index, "--model", "tiny", "--device", "cpu"))
        .isZero();
    assertThat(isogloss("search", "cat", "--index", index, "--device", "cpu")).isZero();
    assertThat(out()).contains("d1");
  }
}
