// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** The resource files of these tests. */
public final class TestResources {
  private TestResources() {}

  public static Path path(String name) {
    try {
      return Path.of(Objects.requireNonNull(TestResources.class.getResource(name), name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
