// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/** The names of the outputs of a classifier, as {@code id2label} in {@code config.json} states. */
public final class LabelNames {
  private static final String KEY = "id2label";

  private LabelNames() {}

  /** Returns the names that Python's transformers gives labels without names. */
  public static List<String> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> "LABEL_" + i).toList();
  }

  /**
   * Requires distinct names that are not blank.
   *
   * @return a copy of the names
   * @throws IllegalArgumentException if a name is blank or occurs twice
   */
  public static List<String> requireValid(List<String> names) {
    HashSet<String> distinct = new HashSet<>();
    for (String name : requireNonNull(names, "names is null")) {
      if (name.isBlank() || !distinct.add(name)) {
        throw new IllegalArgumentException(
            "the label "
                + Excerpt.quote(name)
                + (name.isBlank() ? " is blank" : " occurs twice")
                + ", expected distinct names");
      }
    }
    return List.copyOf(names);
  }

  /**
   * Reads the names of the labels of a model folder, in the order of the outputs.
   *
   * @return an empty list if the configuration states none
   * @throws org.isogloss.modelio.format.ModelFormatException if they are not numbered from 0 or not
   *     distinct
   */
  public static List<String> read(Path folder) {
    JsonObject json = ModelJson.read(FolderPaths.resolve(folder, TransformerConfig.FILE));
    List<String> names =
        json.findObject(KEY)
            .map(
                byId ->
                    IntStream.range(0, byId.keys().size())
                        .mapToObj(id -> byId.string(String.valueOf(id)))
                        .toList())
            .orElse(List.of());
    try {
      return requireValid(names);
    } catch (IllegalArgumentException e) {
      throw json.error(KEY, e.getMessage(), "distinct names");
    }
  }

  /** Adds the names to a configuration. */
  static void write(List<String> names, ObjectNode json) {
    if (names.isEmpty()) {
      return;
    }
    ObjectNode byId = json.putObject(KEY);
    ObjectNode byName = json.putObject("label2id");
    for (int id = 0; id < names.size(); id++) {
      byId.put(String.valueOf(id), names.get(id));
      byName.put(names.get(id), id);
    }
  }
}
