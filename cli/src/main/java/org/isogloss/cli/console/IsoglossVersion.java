// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version of Isogloss and of its platform. */
public final class IsoglossVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "isogloss " + version(), "Java " + Runtime.version() + ", " + System.getProperty("os.name")
    };
  }

  /** Returns the version that Maven wrote to the manifest; {@code development} outside a jar. */
  public static String version() {
    String version = IsoglossVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
