// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.format.ModelFormatException;

/** Reads the JSON files of a model folder; errors are {@link ModelFormatException}s. */
public final class ModelJson {
  /**
   * Maximum size of a configuration file. The largest known file, the index of a model in a hundred
   * files, has less than a fourth of this size.
   */
  static final long MAX_FILE_BYTES = 4 << 20;

  private ModelJson() {}

  /**
   * Reads a file that holds one object.
   *
   * @throws ModelFormatException if it is not JSON, or not an object
   */
  public static JsonObject read(Path file) {
    return of(file, readObject(file));
  }

  /** Returns an object without keys, for a file that a folder lacks. */
  public static JsonObject empty(Path folder) {
    return of(folder, JsonFile.MAPPER.createObjectNode());
  }

  /** Wraps an object that was read from a file. */
  public static JsonObject of(Path file, ObjectNode node) {
    return JsonObject.of(file, node, ModelFormatException::new);
  }

  /** Reads a file as {@link #read} does, for a caller that changes and writes the object. */
  public static ObjectNode readObject(Path file) {
    return readObject(file, MAX_FILE_BYTES);
  }

  /**
   * Reads a file that holds an array of objects.
   *
   * @throws ModelFormatException if it holds something else
   */
  public static List<JsonObject> readObjects(Path file) {
    JsonNode array = JsonFile.readValue(file, MAX_FILE_BYTES, ModelFormatException::new);
    List<JsonObject> objects = new ArrayList<>();
    boolean valid = array.isArray();
    for (JsonNode element : array) {
      if (element instanceof ObjectNode object) {
        objects.add(of(file, object));
      } else {
        valid = false;
      }
    }
    if (!valid) {
      throw new ModelFormatException(file, "is not an array of JSON objects");
    }
    return objects;
  }

  /** Reads a file that holds one object, with a given maximum size. */
  public static ObjectNode readObject(Path file, long maxBytes) {
    return JsonFile.read(file, maxBytes, ModelFormatException::new);
  }
}
