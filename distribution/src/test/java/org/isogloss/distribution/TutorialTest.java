// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs the blocks of docs/guide/tutorial.md that are marked {@code sh}, one after another. */
@ExtendWith(InstallationExtension.class)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are those of a Unix shell")
class TutorialTest {
  private static final Path PAGE =
      Path.of("../docs/guide/tutorial.md").toAbsolutePath().normalize();

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```\n", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern DOCUMENT = Pattern.compile("[\\w-]+\\.md\\b");

  @TempDir private Path folder;
  @TempDir private Path cache;

  @Test
  void commandsFindTheDocumentsThatThePageShows(Installation installation) throws Exception {
    List<MatchResult> blocks = BLOCK.matcher(Files.readString(PAGE)).results().toList();
    int shown = 0;
    for (int i = 0; i < blocks.size(); i++) {
      if (!blocks.get(i).group(1).equals("sh")) {
        continue;
      }
      String output = run(installation, blocks.get(i).group(2));
      if (i + 1 < blocks.size() && blocks.get(i + 1).group(2).matches("(?s)(#.*?\n)?1 .*")) {
        assertThat(documents(output)).as(output).isEqualTo(documents(blocks.get(i + 1).group(2)));
        shown++;
      }
    }
    assertThat(shown).as("blocks of output on the page").isEqualTo(3);
    assertThat(run(installation, "isogloss evaluate judgements.txt default.run -m RR"))
        .contains("1.0000");
    assertThat(run(installation, "isogloss evaluate judgements.txt bm25.run -c -m RR"))
        .contains("0.0000");
  }

  private String run(Installation installation, String commands) throws Exception {
    String function = "isogloss() { \"" + installation.launcher() + "\" \"$@\"; }\n";
    Path script = Files.writeString(cache.resolve("commands.sh"), function + commands);
    Installation.Result ended =
        installation.execute(List.of("bash", "-eu", script.toString()), folder, cache);
    assertThat(ended.exitCode()).as("%s: %s", commands, ended.err()).isZero();
    return ended.out();
  }

  private static List<String> documents(String output) {
    List<String> documents = new ArrayList<>();
    Matcher matcher = DOCUMENT.matcher(output);
    while (matcher.find()) {
      documents.add(matcher.group());
    }
    return documents;
  }
}
