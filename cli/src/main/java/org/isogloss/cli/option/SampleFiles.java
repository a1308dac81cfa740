// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.nio.file.Path;
import java.util.Map;

/** The samples that are part of Isogloss, whatever the current folder is. */
public final class SampleFiles {
  private SampleFiles() {}

  /** The folder of the samples: that of the installation, which the launcher names. */
  public static Path folder() {
    return folder(System.getenv());
  }

  static Path folder(Map<String, String> environment) {
    return Path.of(environment.getOrDefault("ISOGLOSS_HOME", "")).resolve("samples");
  }
}
