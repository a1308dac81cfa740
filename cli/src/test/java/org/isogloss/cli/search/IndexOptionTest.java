// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IndexOptionTest {
  private static String option(String folder) {
    IndexOption location = new IndexOption();
    location.address = folder;
    return location.asOption();
  }

  @Test
  void defaultFolderNeedsNoOption() {
    assertThat(new IndexOption().asOption()).isEmpty();
  }

  @Test
  void quotesOtherFoldersForTheShell() {
    assertThat(option("my/index-2")).isEqualTo(" --index my/index-2");
    assertThat(option("индекс")).isEqualTo(" --index индекс");
    assertThat(option("my index")).isEqualTo(" --index 'my index'");
    assertThat(option("it's; rm $x")).isEqualTo(" --index 'it'\\''s; rm $x'");
  }
}
