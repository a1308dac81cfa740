// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonErrors;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;

/** Reads the JSON files that store the state of a work folder for the next run. */
public final class StateFile {
  private static final int MAX_BYTES = 1 << 16;
  private static final JsonErrors ERRORS =
      (file, problem, cause) ->
          new IsoglossException(
              file
                  + ": is damaged: "
                  + problem
                  + "; delete the folder "
                  + file.getParent()
                  + " to start again",
              cause);

  private StateFile() {}

  /**
   * Reads a file.
   *
   * @throws IsoglossException if the file is not a single JSON object, or is larger than any state
   *     file
   */
  public static JsonObject read(Path file) {
    return JsonObject.of(file, readNode(file), ERRORS);
  }

  /** Reads a file as {@link #read} does, for a caller that compares the values with its own. */
  public static ObjectNode readNode(Path file) {
    return JsonFile.read(file, MAX_BYTES, ERRORS);
  }
}
