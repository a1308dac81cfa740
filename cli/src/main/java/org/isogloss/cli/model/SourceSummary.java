// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.cli.console.Console;
import org.isogloss.modelio.manifest.ProvenanceSource;

/** The sources of a model in few lines: many files of a folder with one licence are one line. */
final class SourceSummary {
  /** Maximum number of files of a folder that are listed one by one. */
  private static final int MAX_FILES = 3;

  private SourceSummary() {}

  /** Files of a folder with the same licence; the folder is empty for a name without one. */
  private record Group(String folder, String licence) {
    static Group of(ProvenanceSource source) {
      return new Group(
          source.name().substring(0, source.name().lastIndexOf('/') + 1), source.licence());
    }
  }

  /** Returns a line for each source, or for many sources of a folder with the same licence. */
  static List<String> lines(List<ProvenanceSource> sources) {
    Map<Group, List<ProvenanceSource>> groups = new LinkedHashMap<>();
    for (ProvenanceSource source : sources) {
      groups.computeIfAbsent(Group.of(source), group -> new ArrayList<>()).add(source);
    }
    List<String> lines = new ArrayList<>();
    groups.forEach(
        (group, files) -> {
          if (files.size() <= MAX_FILES || group.folder().isEmpty()) {
            files.forEach(file -> lines.add(line(file.name(), group.licence())));
          } else {
            lines.add(line(range(group.folder(), files), group.licence()));
          }
        });
    return lines;
  }

  /** Returns a line for each source. */
  static List<String> all(List<ProvenanceSource> sources) {
    return sources.stream().map(source -> line(source.name(), source.licence())).toList();
  }

  private static String range(String folder, List<ProvenanceSource> files) {
    return folder
        + ": "
        + Console.formatCount(files.size())
        + " files, "
        + files.getFirst().name().substring(folder.length())
        + " to "
        + files.getLast().name().substring(folder.length());
  }

  private static String line(String name, String licence) {
    return name + (licence.isEmpty() ? "" : " (" + licence + ")");
  }
}
