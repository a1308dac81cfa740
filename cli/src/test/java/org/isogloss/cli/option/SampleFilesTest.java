// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleFilesTest {
  @Test
  void samplesAreThoseOfTheInstallation() {
    assertThat(SampleFiles.folder(Map.of("ISOGLOSS_HOME", "/opt/isogloss")))
        .isEqualTo(Path.of("/opt/isogloss/samples"));
    assertThat(SampleFiles.folder(Map.of())).isEqualTo(Path.of("samples"));
  }
}
