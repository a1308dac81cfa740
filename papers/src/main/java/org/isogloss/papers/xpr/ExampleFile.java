package org.isogloss.papers.xpr;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;

/** Writes judged examples as recipes read them: JSON lines of a query and its passages. */
final class ExampleFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ExampleFile() {}

  /** Writes pairs, a line each. */
  static void writePairs(Path file, List<MixedPair> pairs) {
    write(
        file,
        pairs.stream()
            .map(
                pair -> {
                  ObjectNode line = MAPPER.createObjectNode().put("query", pair.left());
                  add(line.putArray("passages"), pair.right(), pair.positive());
                  return line;
                }));
  }

  /** Writes questions with all their candidates, a line each. */
  static void writeQuestions(Path file, MixedTest test) {
    write(
        file,
        test.questions().stream()
            .map(
                question -> {
                  ObjectNode line = MAPPER.createObjectNode().put("query", question.query());
                  ArrayNode passages = line.putArray("passages");
                  for (int i = 0; i < question.candidateSides().size(); i++) {
                    add(passages, test.candidate(question, i), question.isRelevant(i));
                  }
                  return line;
                }));
  }

  private static void add(ArrayNode passages, String text, boolean relevant) {
    passages.addObject().put("text", text).put("grade", relevant ? 1 : 0);
  }

  private static void write(Path file, Stream<ObjectNode> lines) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IsoglossException(file + ": its folder cannot be made: " + e.getMessage(), e);
    }
    AtomicFile.write(
        file,
        out -> {
          for (ObjectNode line : (Iterable<ObjectNode>) lines::iterator) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
          }
        });
  }
}
