package org.isogloss.model;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** The files beside these tests. */
final class Resources {
  private Resources() {}

  static Path path(String name) {
    try {
      return Path.of(Objects.requireNonNull(Resources.class.getResource(name), name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
