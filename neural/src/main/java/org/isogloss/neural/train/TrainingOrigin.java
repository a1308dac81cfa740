// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.modelio.manifest.ProvenanceSource;

/**
 * What determines the weights of a training, so that it does not resume from checkpoints of another
 * one: its recipe and the files that it reads. How long it lasts, its device, and names and
 * licences may change.
 *
 * @param lines the description, in lines to compare
 */
public record TrainingOrigin(List<String> lines) {
  private static final Set<String> CHANGEABLE =
      Set.of("name", "licence", "licences", "training", "compute");

  private static final String OVERRIDE = "# override: ";

  public TrainingOrigin {
    lines = List.copyOf(lines);
  }

  /**
   * Describes the training of a recipe.
   *
   * @param recipeText its text, followed by its overrides as comments
   * @param sources the files that it reads
   */
  public static TrainingOrigin of(String recipeText, List<ProvenanceSource> sources) {
    List<String> lines = new ArrayList<>();
    boolean kept = true;
    boolean inOverrides = false;
    for (String line : recipeText.lines().toList()) {
      if (line.startsWith(OVERRIDE)) {
        inOverrides = true;
        kept = !CHANGEABLE.contains(key(line.substring(OVERRIDE.length())));
      } else if (!inOverrides && !line.isBlank() && !line.startsWith("#") && line.charAt(0) > ' ') {
        kept = !CHANGEABLE.contains(key(line));
      }
      boolean isComment = !inOverrides && line.strip().startsWith("#");
      if (kept && !isComment && !line.isBlank()) {
        lines.add(line);
      }
    }
    sources.forEach(source -> lines.add(source.name() + " " + source.sha256()));
    return new TrainingOrigin(lines);
  }

  /** Returns the top-level key with which a line begins. */
  private static String key(String line) {
    return line.split("[.:=\\s]", 2)[0];
  }
}
