// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

/** Runs the completion scripts in the installed shells. */
class CompletionCommandTest extends CommandTest {
  private Path script(Shell shell) throws IOException {
    assertThat(isogloss("completion", shell)).isZero();
    return Files.writeString(folder.resolve("script"), out());
  }

  /** Returns the output of a shell, including standard error. */
  private String run(String shell, String... words) throws IOException, InterruptedException {
    Path program = Path.of("/usr/bin").resolve(shell);
    assumeThat(program).isExecutable();
    Path printed = folder.resolve("printed");
    Files.createFile(folder.resolve("documents.jsonl"));
    Process process =
        new ProcessBuilder()
            .command(Stream.concat(Stream.of(program.toString()), List.of(words).stream()).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s has ended", shell).isTrue();
    return Files.readString(printed, StandardCharsets.UTF_8);
  }

  @Test
  void bashCompletesCommandsOptionsAndValues() throws Exception {
    script(Shell.BASH);
    String completed =
        run(
            "bash",
            "--norc",
            "-c",
            """
            source ./script
            try() {
              COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
              _complete_isogloss 2>/dev/null # compopt complains outside a real completion
              echo "${COMPREPLY[@]}"
            }
            try isogloss sea
            try isogloss model im
            try isogloss search --expl
            try isogloss run --on-error S
            """);
    assertThat(completed.lines().map(String::strip))
        .containsExactly("search", "import", "--explain", "SKIP");
  }

  @Test
  void zshReadsTheScriptAndRegistersIt() throws Exception {
    assertThat(Files.readString(script(Shell.ZSH))).startsWith("#compdef isogloss\n");
    String registered =
        run(
            "zsh",
            "-f",
            "-c",
            "autoload -U compinit; compinit -D -u; source ./script; print ${_comps[isogloss]}");
    assertThat(registered).contains("_complete_isogloss");
  }

  @Test
  void fishCompletesCommandsOptionsAndValues() throws Exception {
    script(Shell.FISH);
    String completed =
        run(
            "fish",
            "-N",
            "-c",
            """
            source ./script
            for line in 'isogloss sea' 'isogloss model im' 'isogloss search --expl' \\
                'isogloss search --on-error s' 'isogloss index doc' 'isogloss index d --del' \\
                'isogloss index check --del' 'isogloss search --top '
              complete -C $line | string replace -r '\\t.*' ''
            end
            """);
    assertThat(completed.lines())
        .as("index has files and a command, whose options are its own; --top takes no file")
        .containsExactly("search", "import", "--explain", "skip", "documents.jsonl", "--delete");
  }

  @Test
  void fishDescribesACommandByItsFirstSentence() throws Exception {
    assertThat(Files.readString(script(Shell.FISH)))
        .contains("-a search -d 'Search an index with a query in any language'\n")
        .doesNotContain("-a share");
  }

  @Test
  void namesTheShellsThatItKnows() {
    assertThat(isogloss("completion", "tcsh")).isEqualTo(2);
    assertThat(err()).contains("tcsh", "bash, zsh, fish");
  }
}
