// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.recipe.RecipeReader;

/**
 * The recipe that the trainings of a paper share.
 *
 * @param <R> type of the recipe
 * @param text the recipe with variables
 * @param type type of the recipe
 * @param variables values of variables, except paths and those that differ between trainings;
 *     values that the text does not use are left out
 * @param locations values of variables that are paths, which reports leave out
 * @param overrides overrides of keys
 */
public record RecipeTemplate<R extends Record & Recipe>(
    String text,
    Class<R> type,
    Map<String, String> variables,
    Map<String, String> locations,
    List<String> overrides) {
  public RecipeTemplate {
    requireNonNull(text, "text is null");
    requireNonNull(type, "type is null");
    variables =
        variables.entrySet().stream()
            .filter(variable -> text.contains("${" + variable.getKey() + "}"))
            .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    locations = Map.copyOf(locations);
    overrides = List.copyOf(overrides);
  }

  /**
   * Returns the number of layers that a training uses.
   *
   * @param maximum maximum number of layers; 0 for all
   */
  public static int layersOf(ModelFolder base, int maximum) {
    int layers = base.transformerConfig().layers();
    return maximum == 0 ? layers : Math.min(layers, maximum);
  }

  /** Returns the pooling of an encoder as base; otherwise that of the papers, the first token. */
  public static Pooling poolingOf(ModelFolder base) {
    Pooling own = base.encoding().pooling();
    return own == Pooling.NONE ? Pooling.CLS : own;
  }

  /**
   * Returns the overrides that concern a row: an override of another row's objective would add that
   * objective, and the rows would no longer separate the objectives.
   *
   * @param all names of the objectives of all rows
   * @param own names of the objectives of the row
   */
  public static List<String> applicable(
      List<String> overrides, Collection<String> all, Collection<String> own) {
    return overrides.stream()
        .filter(one -> all.stream().noneMatch(name -> isOf(name, one) && !own.contains(name)))
        .toList();
  }

  private static boolean isOf(String objective, String override) {
    String key = "objectives." + objective;
    return override.startsWith(key + ".") || override.startsWith(key + "=");
  }

  /**
   * Reads the recipe of one training.
   *
   * @param additionalVariables further variables, which may replace others
   * @throws org.isogloss.neural.recipe.RecipeException if a variable is missing, or an override
   *     does not fit
   */
  public R read(String training, Map<String, String> additionalVariables) {
    Map<String, String> all = new HashMap<>(variables);
    all.put("training", training);
    all.putAll(locations);
    all.putAll(additionalVariables);
    return new RecipeReader(all, overrides).parse("the recipe of " + training, text, type);
  }

  /** Returns the recipe for reports and finished rows. */
  public SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("recipe", text);
    settings.put("recipe's variables", new TreeMap<>(variables).toString());
    settings.put("recipe's overrides", overrides.toString());
    return settings;
  }

  /** Returns the text with its overrides, for the provenance of models. */
  String textWithOverrides() {
    StringBuilder asRun = new StringBuilder(text);
    overrides.forEach(one -> asRun.append(RecipeReader.toComment(one)));
    return asRun.toString();
  }
}
