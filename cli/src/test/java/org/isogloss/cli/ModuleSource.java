// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module by its descriptor in the source tree.
 *
 * @param folder the folder of the module, such as {@code adapters/spring-ai}
 * @param name its name, such as {@code org.isogloss.springai}
 * @param required the names of the modules of Isogloss that it requires itself
 */
record ModuleSource(String folder, String name, Set<String> required) {
  private static final Path ROOT = Path.of("..");
  private static final String DESCRIPTOR = "src/main/java/module-info.java";
  private static final Pattern NAME =
      Pattern.compile("^module ([a-z0-9.]+) \\{", Pattern.MULTILINE);
  private static final Pattern REQUIRED =
      Pattern.compile(
          "^  requires (?:transitive |static )*(org\\.isogloss\\.[a-z0-9.]+);", Pattern.MULTILINE);

  /** Returns all modules that have a descriptor. */
  static List<ModuleSource> all() throws IOException {
    try (Stream<Path> folders = Files.walk(ROOT, 2)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve(DESCRIPTOR)))
          .map(ModuleSource::read)
          .toList();
    }
  }

  /** Returns the names of all modules that a module needs. */
  static Set<String> closure(String name) throws IOException {
    List<ModuleSource> all = all();
    Set<String> found = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.pop();
      all.stream()
          .filter(module -> module.name.equals(next))
          .flatMap(module -> module.required.stream())
          .filter(found::add)
          .forEach(open::push);
    }
    return found;
  }

  private static ModuleSource read(Path folder) {
    try {
      String source = Files.readString(folder.resolve(DESCRIPTOR));
      Matcher name = NAME.matcher(source);
      if (!name.find()) {
        throw new AssertionError(folder + ": its descriptor has no name");
      }
      return new ModuleSource(
          ROOT.relativize(folder).toString().replace(File.separatorChar, '/'),
          name.group(1),
          REQUIRED
              .matcher(source)
              .results()
              .map(required -> required.group(1))
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
