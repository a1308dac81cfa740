// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.io.FileErrors;

/**
 * The pages of the documentation in an installation or a clone, by the names of their files without
 * {@code .md}.
 *
 * @param folder the folder docs
 */
record Pages(Path folder) {
  /** The subfolders in which a name is looked up, the first one first. */
  private static final List<String> SECTIONS =
      List.of("guide", "reference", "results", "decisions");

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)?");

  /** The pages of the installation that the launcher names. */
  static Pages installed(Map<String, String> environment) {
    return new Pages(Path.of(environment.getOrDefault("ISOGLOSS_HOME", "")).resolve("docs"));
  }

  /**
   * Finds a page.
   *
   * @param topic its name such as {@code filters}, with its section such as {@code guide/search},
   *     or its path such as {@code docs/reference/filters.md}
   */
  Optional<Path> find(String topic) {
    String name = topic.replaceFirst("^docs/", "").replaceFirst("\\.md$", "");
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    return Stream.concat(
            name.contains("/") ? Stream.empty() : SECTIONS.stream().map(folder::resolve),
            Stream.of(folder))
        .map(section -> section.resolve(name + ".md"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /**
   * Returns the pages of the guide and of the reference with their sections, such as {@code
   * guide/align}, each section in alphabetical order.
   */
  List<String> paths() {
    return SECTIONS.stream().limit(2).flatMap(this::paths).toList();
  }

  private Stream<String> paths(String section) {
    Path pages = folder.resolve(section);
    if (!Files.isDirectory(pages)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(pages)) {
      return files
          .map(file -> section + "/" + file.getFileName())
          .filter(path -> path.endsWith(".md"))
          .map(path -> path.replaceFirst("\\.md$", ""))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw FileErrors.cannotRead(pages, e);
    }
  }
}
