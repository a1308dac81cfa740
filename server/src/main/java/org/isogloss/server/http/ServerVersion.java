// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.Optional;

/** The version of the server, which clients display. */
public final class ServerVersion {
  private ServerVersion() {}

  /** Returns a version such as 0.1.0, or {@code development} if the server runs from classes. */
  public static String text() {
    return Optional.ofNullable(ServerVersion.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
