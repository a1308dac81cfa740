// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/** Reads and writes files that contain one JSON value. */
public final class JsonFile {
  /** Rejects duplicate keys, and data after the value. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectWriter WRITER = MAPPER.writer(printer());

  private JsonFile() {}

  private static DefaultPrettyPrinter printer() {
    // The same line endings on every system, so that equal objects have equal checksums.
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
  }

  /**
   * Reads a file.
   *
   * @param maxBytes maximum size of the file; the object in memory takes up to 50 times as much
   * @param errors creates the exception if the file is too large, is not valid JSON, or is not an
   *     object
   * @throws IsoglossException if the file is missing or cannot be read
   */
  public static ObjectNode read(Path file, long maxBytes, JsonErrors errors) {
    if (readValue(file, maxBytes, errors) instanceof ObjectNode object) {
      return object;
    }
    throw errors.create(file, "is not a JSON object", null);
  }

  /**
   * Reads a file that holds any JSON value, with the parameters of {@link #read}.
   *
   * @return a missing node if the file is empty
   */
  public static JsonNode readValue(Path file, long maxBytes, JsonErrors errors) {
    requireMaxSize(file, maxBytes, errors);
    try (InputStream in = Files.newInputStream(file)) {
      return MAPPER.readTree(in);
    } catch (JsonProcessingException e) {
      throw errors.create(file, describe(e), e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /**
   * Rejects a file that is too large to be read into memory.
   *
   * @throws IsoglossException if the file is missing or cannot be read
   */
  public static void requireMaxSize(Path file, long maxBytes, JsonErrors errors) {
    try {
      long size = Files.size(file);
      if (size > maxBytes) {
        throw errors.create(
            file,
            "has " + size + " bytes, expected at most " + maxBytes + ": is it another file?",
            null);
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Returns the line and the reason of a syntax error. */
  public static String describe(JsonProcessingException e) {
    String line = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
    return line + "is not valid JSON: " + e.getOriginalMessage();
  }

  /** Writes a value with indentation; the file appears whole or not at all. */
  public static void write(Path file, JsonNode value) {
    write(file, value, WRITER);
  }

  /** Writes a large value like {@link #write(Path, JsonNode)}, without indentation. */
  public static void writeCompact(Path file, JsonNode value) {
    write(file, value, MAPPER.writer());
  }

  private static void write(Path file, JsonNode value, ObjectWriter writer) {
    AtomicFile.write(
        file,
        out -> {
          out.write(writer.writeValueAsBytes(value));
          out.write('\n');
        });
  }
}
