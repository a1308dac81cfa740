// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/**
 * A JSON object in a small file that stores the state of a work folder for the next run. Its values
 * are validated when they are read.
 *
 * @param file the file, for messages
 * @param object the JSON object
 */
public record StateFile(Path file, JsonNode object) {
  private static final int MAX_BYTES = 1 << 16;

  /** Maximum count: larger than any real count, and small enough that sums do not overflow. */
  private static final long MAX_COUNT = 1L << 56;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Reads a file.
   *
   * @throws IsoglossException if the file is not a single JSON object, or is larger than any state
   *     file
   */
  public static StateFile read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw damaged(file, "found " + Files.size(file) + " bytes, expected a small file", null);
      }
      JsonNode object = MAPPER.readTree(Files.readAllBytes(file));
      if (!object.isObject()) {
        throw damaged(file, "expected a JSON object", null);
      }
      return new StateFile(file, object);
    } catch (JsonProcessingException e) {
      throw damaged(file, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  public static ObjectNode newObject() {
    return MAPPER.createObjectNode();
  }

  public static void write(Path file, ObjectNode object) {
    AtomicFile.write(
        file, out -> out.write(MAPPER.writeValueAsString(object).getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the object with a key. */
  StateFile object(String key) {
    JsonNode value = object.path(key);
    if (!value.isObject()) {
      throw damaged(key, "an object");
    }
    return new StateFile(file, value);
  }

  /** Returns the count with a key, 0 or more. */
  long count(String key) {
    JsonNode value = object.path(key);
    if (!value.canConvertToLong()
        || !value.isIntegralNumber()
        || value.asLong() < 0
        || value.asLong() > MAX_COUNT) {
      throw damaged(key, "a whole number of 0 or more");
    }
    return value.asLong();
  }

  float finiteFloat(String key) {
    JsonNode value = object.path(key);
    if (!value.isNumber() || !Float.isFinite(value.floatValue())) {
      throw damaged(key, "a finite number");
    }
    return value.floatValue();
  }

  boolean booleanValue(String key) {
    JsonNode value = object.path(key);
    if (!value.isBoolean()) {
      throw damaged(key, "true or false");
    }
    return value.asBoolean();
  }

  private IsoglossException damaged(String key, String expected) {
    JsonNode value = object.path(key);
    String found = value.isMissingNode() ? "nothing" : value.toString();
    String excerpt = found.length() > 40 ? found.substring(0, 40) + "..." : found;
    return damaged("found " + excerpt + " under \"" + key + "\", expected " + expected);
  }

  IsoglossException damaged(String problem) {
    return damaged(file, problem, null);
  }

  private static IsoglossException damaged(Path file, String problem, Throwable cause) {
    return new IsoglossException(
        file
            + ": is damaged: "
            + problem
            + "; delete the folder "
            + file.getParent()
            + " to start again",
        cause);
  }
}
