package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;

/**
 * Writes how training goes into a file, a JSON object a line, and reads it again:
 *
 * <pre>{@code
 * {"step":50,"loss":7.43,"learning_rate_factor":0.51,"steps_per_second":9.8,"examples_per_second":10035}
 * {"step":1000,"validation":0.812,"best":true,"details":{"held-out":0.905,...}}
 * {"said":"going on from step 5122"}
 * }</pre>
 *
 * A run that goes on after a kill writes the steps since its checkpoint again; what was written
 * last counts.
 */
public final class TrainingLog implements TrainingListener {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * What a log says.
   *
   * @param losses mean loss of the steps up to each step
   * @param scores of validation after each step
   */
  public record Curves(SortedMap<Long, Double> losses, SortedMap<Long, Double> scores) {}

  private final Path file;

  /**
   * A log.
   *
   * @param file added to where it exists; its folder is made
   */
  public TrainingLog(Path file) {
    this.file = requireNonNull(file, "file is null");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IsoglossException(file + ": its folder cannot be made: " + e.getMessage(), e);
    }
  }

  @Override
  public void progressed(Progress progress) {
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
  public void said(String message) {
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
      throw new IsoglossException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a log; a last line that a kill cut short is left out.
   *
   * @throws IsoglossException if it is missing or another line is no JSON
   */
  public static Curves read(Path file) {
    SortedMap<Long, Double> losses = new TreeMap<>();
    SortedMap<Long, Double> scores = new TreeMap<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      try {
        JsonNode line = MAPPER.readTree(lines.get(i));
        if (line.has("loss")) {
          losses.put(line.path("step").asLong(), line.path("loss").asDouble());
        } else if (line.has("validation")) {
          scores.put(line.path("step").asLong(), line.path("validation").asDouble());
        }
      } catch (JsonProcessingException e) {
        if (i < lines.size() - 1) {
          throw new IsoglossException(
              file + ":" + (i + 1) + ": not JSON: " + e.getOriginalMessage(), e);
        }
      }
    }
    return new Curves(losses, scores);
  }

  private static List<String> lines(Path file) {
    try {
      return new ArrayList<>(Files.readAllLines(file));
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
