// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the resources of a paper: sizes, recipes and published figures. */
public final class PaperResources {
  private PaperResources() {}

  /**
   * Returns the text of a resource.
   *
   * @param paper a class in the package of the resource
   * @throws IllegalArgumentException if there is no such resource
   */
  public static String text(Class<?> paper, String name) {
    try (InputStream in = paper.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException(paper.getPackageName() + " has no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
