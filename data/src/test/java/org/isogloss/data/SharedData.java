package org.isogloss.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** The folder of real data that slow tests read, where there is one. */
public final class SharedData {
  private SharedData() {}

  /** A folder below the data; the test is skipped where the system property is unset. */
  public static Path folder(String name) {
    String shared = System.getProperty("isogloss.shared", "");
    assumeTrue(!shared.isEmpty(), "-Disogloss.shared is unset");
    return Path.of(shared, "data").resolve(name);
  }
}
