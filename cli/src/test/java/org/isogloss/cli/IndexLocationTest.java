package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IndexLocationTest {
  private static String option(String folder) {
    IndexLocation location = new IndexLocation();
    location.folder = Path.of(folder);
    return location.asOption();
  }

  @Test
  void theDefaultNeedsNoOption() {
    assertThat(new IndexLocation().asOption()).isEmpty();
  }

  @Test
  void anotherFolderIsQuotedIfAShellNeedsThat() {
    assertThat(option("my/index-2")).isEqualTo(" --index my/index-2");
    assertThat(option("индекс")).isEqualTo(" --index индекс");
    assertThat(option("my index")).isEqualTo(" --index 'my index'");
    assertThat(option("it's; rm $x")).isEqualTo(" --index 'it'\\''s; rm $x'");
  }
}
