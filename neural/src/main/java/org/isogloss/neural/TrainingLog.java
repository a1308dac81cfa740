// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.IncompleteLastLine;

/**
 * Writes the progress of a training to a file, one JSON object per line, and reads it back:
 *
 * <pre>{@code
 * {"step":50,"loss":7.43,"learning_rate_factor":0.51,"steps_per_second":9.8,"examples_per_second":10035}
 * {"step":1000,"validation":0.812,"best":true,"details":{"held-out":0.905,...}}
 * {"said":"resuming from step 5122"}
 * }</pre>
 *
 * A run that is resumed after a kill writes the steps since its checkpoint again; the last value of
 * a step counts.
 */
public final class TrainingLog implements TrainingListener {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The curves in a log.
   *
   * @param losses mean loss at each reported step, over the steps since the previous report
   * @param scores validation score at each validated step
   * @param parts the parts of the loss by name, each like {@code losses}
   */
  public record LearningCurves(
      SortedMap<Long, Double> losses,
      SortedMap<Long, Double> scores,
      SortedMap<String, SortedMap<Long, Double>> parts) {
    private LearningCurves() {
      this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }
  }

  private final Path file;

  /**
   * Creates a log.
   *
   * @param file the log is appended to it if it exists, after removal of an incomplete last line;
   *     its folder is created
   */
  public TrainingLog(Path file) {
    this.file = requireNonNull(file, "file is null");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (Files.isRegularFile(file)) {
        IncompleteLastLine.remove(file);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  @Override
  public void progressReported(Progress progress) {
    ObjectNode line =
        MAPPER
            .createObjectNode()
            .put("step", progress.step())
            .put("loss", progress.loss())
            .put("learning_rate_factor", progress.learningRateFactor())
            .put("steps_per_second", progress.stepsPerSecond())
            .put("examples_per_second", progress.examplesPerSecond());
    if (!progress.losses().isEmpty()) {
      ObjectNode losses = line.putObject("losses");
      new TreeMap<>(progress.losses()).forEach(losses::put);
    }
    append(line);
  }

  @Override
  public void validated(long step, Validation.Outcome outcome, boolean best) {
    ObjectNode line =
        MAPPER
            .createObjectNode()
            .put("step", step)
            .put("validation", outcome.score())
            .put("best", best);
    ObjectNode details = line.putObject("details");
    new TreeMap<>(outcome.details()).forEach(details::put);
    append(line);
  }

  @Override
  public void messageReported(String message) {
    append(MAPPER.createObjectNode().put("said", message));
  }

  private void append(ObjectNode line) {
    try {
      Files.writeString(
          file,
          MAPPER.writeValueAsString(line) + '\n',
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * Reads a log; an incomplete last line is ignored.
   *
   * @throws IsoglossException if the file is missing, or if another line was not written by this
   *     class
   */
  public static LearningCurves read(Path file) {
    LearningCurves curves = new LearningCurves();
    // Bytes that are not UTF-8 become a character that is part of no number.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      for (int number = 1; line != null; number++) {
        String next = lines.readLine();
        try {
          read(line, curves);
        } catch (JsonProcessingException | IllegalArgumentException e) {
          if (next != null) {
            String problem =
                e instanceof JsonProcessingException json
                    ? "not JSON: " + json.getOriginalMessage()
                    : e.getMessage();
            throw new IsoglossException(
                file + ":" + number + ": " + problem + ": delete the line", e);
          }
        }
        line = next;
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    return curves;
  }

  private static void read(String text, LearningCurves curves) throws JsonProcessingException {
    JsonNode line = MAPPER.readTree(text);
    if (!line.isObject()) {
      throw new IllegalArgumentException("expected a JSON object");
    }
    for (String key : List.of("loss", "validation")) {
      if (line.has(key)) {
        JsonNode step = line.path("step");
        if (!step.isIntegralNumber() || !step.canConvertToLong() || step.asLong() < 0) {
          throw new IllegalArgumentException("\"step\" is not a whole number of 0 or more");
        }
        (key.equals("loss") ? curves.losses : curves.scores)
            .put(step.asLong(), finite(key, line.path(key)));
        if (key.equals("loss")) {
          for (Map.Entry<String, JsonNode> part : line.path("losses").properties()) {
            curves
                .parts
                .computeIfAbsent(part.getKey(), name -> new TreeMap<>())
                .put(step.asLong(), finite(part.getKey(), part.getValue()));
          }
        }
      }
    }
  }

  private static double finite(String key, JsonNode value) {
    if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
      throw new IllegalArgumentException("\"" + key + "\" is not a finite number");
    }
    return value.asDouble();
  }
}
