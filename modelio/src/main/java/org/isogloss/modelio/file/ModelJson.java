// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.file;

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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;

/** Reads and writes the JSON files of a model folder. */
public final class ModelJson {
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * Maximum size of a configuration file: the tree in memory takes up to 50 times the size of the
   * file. The largest known file, the index of a model in a hundred files, has less than a fourth
   * of this size.
   */
  static final long MAX_FILE_BYTES = 4 << 20;

  private static final ObjectWriter WRITER = MAPPER.writer(printer());

  private ModelJson() {}

  private static DefaultPrettyPrinter printer() {
    // The same line endings on every system, so that the same model has the same checksums.
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
  }

  /**
   * Reads a file that holds one object.
   *
   * @throws ModelFormatException if it is missing, not JSON, or not an object
   */
  public static ObjectNode readObject(Path file) {
    return readObject(file, MAX_FILE_BYTES);
  }

  /** Reads a file that holds one object, with a given maximum size. */
  public static ObjectNode readObject(Path file, long maxBytes) {
    requireMaxSize(file, maxBytes);
    try (InputStream in = Files.newInputStream(file)) {
      JsonNode node = MAPPER.readTree(in);
      if (node instanceof ObjectNode object) {
        return object;
      }
      throw new ModelFormatException(file, "is not a JSON object");
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "no such file", e);
    } catch (JsonProcessingException e) {
      throw malformed(file, e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  /**
   * Rejects a file that is too large to be read into memory.
   *
   * @throws ModelFormatException if it is larger or missing
   */
  public static void requireMaxSize(Path file, long maxBytes) {
    try {
      long size = Files.size(file);
      if (size > maxBytes) {
        throw new ModelFormatException(
            file,
            "has " + size + " bytes, expected at most " + maxBytes + ": not a file of a model");
      }
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "no such file", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  public static ModelFormatException malformed(Path file, JsonProcessingException e) {
    String line = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
    return new ModelFormatException(file, line + "is not valid JSON: " + e.getOriginalMessage(), e);
  }

  /** Writes an object with indentation; the file appears whole or not at all. */
  public static void write(Path file, JsonNode object) {
    AtomicFile.write(
        file,
        out -> {
          out.write(WRITER.writeValueAsBytes(object));
          out.write('\n');
        });
  }
}
