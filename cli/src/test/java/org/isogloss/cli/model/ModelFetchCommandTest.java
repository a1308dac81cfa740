// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class ModelFetchCommandTest extends CommandTest {
  private int fetch(String name, String... more) {
    Path to = folder.resolve("model");
    Object[] arguments = {"model", "fetch", name, "--to", to};
    Object[] all = new Object[arguments.length + more.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return isogloss(all);
  }

  @Test
  void failsIfNoHubIsConfigured() {
    assumeTrue(System.getenv("HF_ENDPOINT") == null, "a hub is named here");
    assumeTrue(System.getenv("HF_HUB_OFFLINE") == null, "the hub is switched off here");
    assertThat(fetch("org/model")).isEqualTo(1);
    assertThat(err()).contains("HF_ENDPOINT is not set").contains("export HF_ENDPOINT=");
    assertThat(folder.resolve("model")).doesNotExist();
  }

  @Test
  void rejectsModelsThatCannotBeFetched() {
    assertThat(fetch("org/model", "--offline")).isEqualTo(1);
    assertThat(err()).contains("--offline: a hub model cannot be fetched without the network");
    assertThat(fetch("mbrt")).isEqualTo(1);
    assertThat(err()).contains("did you mean mbert?");
  }
}
