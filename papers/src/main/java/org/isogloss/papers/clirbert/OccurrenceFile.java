package org.isogloss.papers.clirbert;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;

/** Writes examples as recipes read them: JSON lines of a query and a passage with its grade. */
final class OccurrenceFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private OccurrenceFile() {}

  static void write(Path file, List<Occurrence> examples) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IsoglossException(file + ": its folder cannot be made: " + e.getMessage(), e);
    }
    AtomicFile.write(
        file,
        out -> {
          for (Occurrence example : examples) {
            ObjectNode line = MAPPER.createObjectNode().put("query", example.query());
            line.putArray("passages")
                .addObject()
                .put("text", example.sentence())
                .put("grade", example.occurs() ? 1 : 0);
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
          }
        });
  }
}
