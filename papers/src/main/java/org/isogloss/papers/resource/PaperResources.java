// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.recipe.RecipeReader;

/** Reads the resources of a paper, which are in the package of its class. */
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

  /**
   * Returns a YAML resource as a record, in the manner of recipes.
   *
   * @param variables values of the variables of the resource
   */
  public static <T extends Record> T read(
      Class<?> paper, String name, Map<String, String> variables, Class<T> type) {
    return new RecipeReader(variables, List.of()).parse(name, text(paper, name), type);
  }
}
