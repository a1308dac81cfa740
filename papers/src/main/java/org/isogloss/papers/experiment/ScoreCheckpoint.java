// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.IncompleteLastLine;

/**
 * Scores of a test's candidates, one line of numbers for each query, so that interrupted scoring
 * continues after the last complete line.
 */
final class ScoreCheckpoint implements AutoCloseable {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]++(\\.[0-9]++)?(E-?[0-9]++)?");

  private final Path file;
  private final List<float[]> scores;
  private final BufferedWriter out;

  private ScoreCheckpoint(Path file, List<float[]> scores, BufferedWriter out) {
    this.file = file;
    this.scores = scores;
    this.out = out;
  }

  /**
   * Opens a file, or creates one. An incomplete last line is removed: its query is scored again.
   *
   * @throws IsoglossException if a line is not a list of finite numbers
   */
  static ScoreCheckpoint open(Path file) {
    List<float[]> scores = new ArrayList<>();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (Files.exists(file)) {
        IncompleteLastLine.remove(file);
        // Scores are ASCII; other bytes are no numbers.
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            scores.add(parseLine(file, scores.size() + 1, line));
          }
        }
      }
      BufferedWriter out =
          Files.newBufferedWriter(
              file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return new ScoreCheckpoint(file, scores, out);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  private static float[] parseLine(Path file, int line, String text) {
    String[] parts = text.split(" ", -1);
    float[] numbers = new float[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = NUMBER.matcher(parts[i]).matches() ? Float.parseFloat(parts[i]) : Float.NaN;
      if (!Float.isFinite(numbers[i])) {
        String found = parts[i].length() <= 40 ? parts[i] : parts[i].substring(0, 40) + "...";
        throw new IsoglossException(
            file
                + ":"
                + line
                + ": found \""
                + found
                + "\", expected finite numbers separated by spaces: delete the file to create"
                + " it again");
      }
    }
    return numbers;
  }

  /** Returns the number of scored queries. */
  int size() {
    return scores.size();
  }

  /** Stores the scores of the next query, one or more. */
  void add(float[] candidateScores) {
    try {
      for (int i = 0; i < candidateScores.length; i++) {
        out.write((i == 0 ? "" : " ") + candidateScores[i]);
      }
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
    scores.add(candidateScores);
  }

  /**
   * Rejects scores of other queries or candidates.
   *
   * @param candidates number of candidates of each query; an incomplete file has fewer queries
   */
  void requireSizes(List<Integer> candidates) {
    for (int query = 0; query < scores.size(); query++) {
      int expected = query < candidates.size() ? candidates.get(query) : 0;
      if (scores.get(query).length != expected) {
        throw new IsoglossException(
            file
                + ":"
                + (query + 1)
                + ": found "
                + scores.get(query).length
                + " scores, expected "
                + (expected == 0 ? "the end of the file" : expected)
                + ": delete the file to create it again");
      }
    }
  }

  /** Returns all scores, by query and candidate. */
  List<float[]> scores() {
    return List.copyOf(scores);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }
}
