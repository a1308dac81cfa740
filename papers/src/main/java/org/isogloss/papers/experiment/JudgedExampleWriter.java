// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/** Writes judged examples in the format of recipes: JSON lines of a query and its passages. */
public final class JudgedExampleWriter {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JudgedExampleWriter() {}

  /**
   * A passage with its relevance.
   *
   * @param grade 0 if it is irrelevant, otherwise 1 or more
   */
  public record JudgedPassage(String text, int grade) {
    public JudgedPassage {
      requireNonNull(text, "text is null");
    }

    /** Returns a passage of grade 1 or 0. */
    public static JudgedPassage of(String text, boolean relevant) {
      return new JudgedPassage(text, relevant ? 1 : 0);
    }
  }

  /** A query with passages. */
  public record Example(String query, List<JudgedPassage> passages) {
    public Example {
      requireNonNull(query, "query is null");
      passages = List.copyOf(passages);
    }

    /** Returns a query with one passage. */
    public Example(String query, String passage, boolean relevant) {
      this(query, List.of(JudgedPassage.of(passage, relevant)));
    }
  }

  /**
   * Writes examples, one on each line; creates missing parent folders.
   *
   * @throws IsoglossException if the file cannot be written
   */
  public static void write(Path file, Stream<Example> examples) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot create its folder: " + FileErrors.describe(e), e);
    }
    AtomicFile.write(
        file,
        out -> {
          for (Example example : (Iterable<Example>) examples::iterator) {
            out.write((line(example) + "\n").getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  private static ObjectNode line(Example example) {
    ObjectNode line = MAPPER.createObjectNode().put("query", example.query);
    ArrayNode passages = line.putArray("passages");
    for (JudgedPassage judged : example.passages) {
      passages.addObject().put("text", judged.text).put("grade", judged.grade);
    }
    return line;
  }

  /** Returns the number of examples in a file. */
  public static int count(Path file) {
    // One byte for each character suffices to count lines.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return Math.toIntExact(lines.count());
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
