// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** The folder of real data that slow tests read, if it is available. */
public final class SharedData {
  private SharedData() {}

  /** A subfolder of the data; the test is skipped if the system property is not set. */
  public static Path folder(String name) {
    String shared = System.getProperty("isogloss.shared", "");
    assumeTrue(!shared.isEmpty(), "-Disogloss.shared is unset");
    return Path.of(shared, "data").resolve(name);
  }
}
