// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class ServeCommandTest extends CommandTest {
  @Test
  void needsSomethingToServe() {
    assertThat(isogloss("serve")).isEqualTo(1);
    assertThat(err()).contains("--index").contains("--model").contains("--data");
    assertThat(isogloss("mcp")).isEqualTo(1);
    assertThat(err()).contains("nothing to search");
  }

  @Test
  void doesNotCreateAnIndexUnlessAsked() {
    assertThat(isogloss("serve", "--index", folder.resolve("missing"), "--port", "0")).isEqualTo(1);
    assertThat(folder.resolve("missing")).doesNotExist();
  }

  @Test
  void needsTokensForOtherMachines() {
    assertThat(isogloss("serve", "--model", "tiny", "--host", "0.0.0.0", "--port", "0"))
        .isEqualTo(1);
    assertThat(err()).contains("clients need tokens").contains("--token-file FILE");
  }

  @Test
  void checksItsOptions() {
    assertThat(isogloss("serve", "--model", "tiny", "--port", "70000")).isEqualTo(1);
    assertThat(err()).contains("--port is 70000, expected 0 to 65535");
    assertThat(isogloss("serve", "--model", "nothing", "--port", "0")).isEqualTo(1);
    assertThat(err()).contains("no model \"nothing\"");
    assertThat(isogloss("serve", "--index", "a b=x", "--port", "0")).isEqualTo(1);
    assertThat(err()).contains("the index is called \"a b\"");
    assertThat(isogloss("serve", "--index", "x", "--index", "x", "--port", "0")).isEqualTo(1);
    assertThat(err()).contains("two indexes are called \"x\"");
    assertThat(isogloss("serve", "--model", "tiny", "--answers", "reader")).isEqualTo(1);
    assertThat(err()).contains("--answers needs --index");
  }

  @Test
  void checksItsCorpora() throws IOException {
    Path corpus = Files.writeString(folder.resolve("en-de.tsv"), "The cat\tDie Katze\n".repeat(9));
    assertThat(isogloss("serve", "--corpus", corpus, "--check")).isZero();
    assertThat(out()).contains("The configuration is valid.");
    Path unnamed = Files.copy(corpus, folder.resolve("corpus.tsv"));
    assertThat(isogloss("serve", "--corpus", unnamed, "--check")).isEqualTo(1);
    assertThat(err()).contains("corpus.tsv", "--languages PAIR");
    assertThat(isogloss("serve", "--corpus", unnamed, "--languages", "en-de", "--check")).isZero();
    Path table = folder.resolve("en-de.table");
    assertThat(isogloss("align", corpus, "--table", table)).isZero();
    assertThat(isogloss("serve", "--corpus", corpus, "--table", table, "--check")).isZero();
    Path french = Files.copy(corpus, folder.resolve("en-fr.tsv"));
    assertThat(isogloss("serve", "--corpus", french, "--table", table, "--check")).isEqualTo(1);
    assertThat(err()).contains("is a table of en-de, but no corpus is in these languages");
    Path other = Files.copy(corpus, folder.resolve("en-de.txt"));
    assertThat(isogloss("serve", "--corpus", corpus, "--corpus", other)).isEqualTo(1);
    assertThat(err()).contains("two corpora are called \"en-de\"");
    assertThat(isogloss("serve", "--model", "tiny", "--table", table)).isEqualTo(1);
    assertThat(err()).contains("--table needs --corpus");
  }

  @Test
  void checksAConfigurationWithoutServing() throws IOException {
    Path config = folder.resolve("server.yaml");
    Files.writeString(config, "index: library=" + folder.resolve("new") + "\ncreate: true\n");
    assertThat(isogloss("serve", "--config", config, "--model", "tiny", "--check")).isZero();
    assertThat(out())
        .contains("create: true (" + config + ", line 2)")
        .contains("model: tiny (the command line)")
        .contains("The configuration is valid.");
    assertThat(folder.resolve("new")).doesNotExist();

    assertThat(isogloss("serve", "--data", folder.resolve("data"), "--check")).isZero();
    assertThat(folder.resolve("data")).doesNotExist();
    Files.writeString(config, "index: library=" + folder.resolve("new") + "\n");
    assertThat(isogloss("serve", "--config", config, "--check")).isEqualTo(1);
    assertThat(err()).contains("new");
    Files.writeString(config, "host: 0.0.0.0\nmodel: tiny\n");
    assertThat(isogloss("serve", "--config", config, "--check")).isEqualTo(1);
    assertThat(err()).contains("clients need tokens");
  }
}
