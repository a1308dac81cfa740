package org.isogloss.search.mining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;

/**
 * How far the encoding of a file has come, as {@code state.json} says it. What the other files of
 * the folder hold beyond that is thrown away.
 *
 * @param step of the vectors
 * @param textBytes how many bytes of texts belong to the lines that are kept
 * @param finished whether that was the whole file
 */
record EncodingState(LineCounts counts, float step, long textBytes, boolean finished) {
  private static final String FILE = "state.json";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** What a run before this left, if there was one. */
  static Optional<EncodingState> read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode node = MAPPER.readTree(Files.readString(file));
      return Optional.of(
          new EncodingState(
              new LineCounts(
                  node.required("lines").asLong(),
                  node.required("malformed").asLong(),
                  node.required("blank").asLong(),
                  node.required("repeated").asLong(),
                  node.required("too_long").asLong(),
                  node.required("unknown").asLong()),
              node.required("step").floatValue(),
              node.required("text_bytes").asLong(),
              node.required("finished").asBoolean()));
    } catch (IOException | IllegalArgumentException e) {
      throw new IsoglossException(
          file + ": cannot be read: " + e.getMessage() + "; delete its folder to begin anew", e);
    }
  }

  void write(Path folder) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("lines", counts.lines());
    node.put("malformed", counts.malformed());
    node.put("blank", counts.blank());
    node.put("repeated", counts.repeated());
    node.put("too_long", counts.tooLong());
    node.put("unknown", counts.unknown());
    node.put("step", step);
    node.put("text_bytes", textBytes);
    node.put("finished", finished);
    try {
      byte[] json = MAPPER.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(folder.resolve(FILE), out -> out.write(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
