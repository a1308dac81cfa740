package org.isogloss.papers;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;

/**
 * The scores of a test's candidates as they come, a line of numbers for each query, so that scoring
 * that was stopped goes on behind the last whole line.
 */
public final class ScoreFile implements AutoCloseable {
  private final Path file;
  private final List<float[]> scores;
  private final BufferedWriter out;

  private ScoreFile(Path file, List<float[]> scores, BufferedWriter out) {
    this.file = file;
    this.scores = scores;
    this.out = out;
  }

  /** Opens a file, or begins one. */
  public static ScoreFile open(Path file) {
    try {
      List<float[]> scores = new ArrayList<>();
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (Files.exists(file)) {
        String all = Files.readString(file);
        String whole = all.substring(0, all.lastIndexOf('\n') + 1);
        Files.writeString(file, whole);
        whole.lines().forEach(line -> scores.add(numbers(file, line)));
      }
      BufferedWriter out =
          Files.newBufferedWriter(
              file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return new ScoreFile(file, scores, out);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static float[] numbers(Path file, String line) {
    String[] parts = line.split(" ", -1);
    float[] numbers = new float[parts.length];
    try {
      for (int i = 0; i < parts.length; i++) {
        numbers[i] = Float.parseFloat(parts[i]);
      }
    } catch (NumberFormatException e) {
      throw new IsoglossException(
          file + ": a line is no list of numbers: remove the file, it is made again", e);
    }
    return numbers;
  }

  private static IsoglossException failed(Path file, IOException e) {
    return new IsoglossException(file + ": cannot be read or written: " + e.getMessage(), e);
  }

  /** How many queries have their scores. */
  public int size() {
    return scores.size();
  }

  /** Keeps the scores of the next query, one or more. */
  public void add(float[] ofCandidates) {
    try {
      for (int i = 0; i < ofCandidates.length; i++) {
        out.write((i == 0 ? "" : " ") + ofCandidates[i]);
      }
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw failed(file, e);
    }
    scores.add(ofCandidates);
  }

  /** All scores, by query and candidate. */
  public List<float[]> scores() {
    return List.copyOf(scores);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }
}
