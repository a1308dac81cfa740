package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.recipe.RecipeReader;

/**
 * The recipe that trainings of a paper share.
 *
 * @param <R> what it is read into
 * @param text with variables in it
 * @param type what it is read into
 * @param variables what they stand for, but for paths and what differs between trainings
 * @param overrides what the command line sets in it
 */
public record RecipeTemplate<R extends Record & Recipe>(
    String text, Class<R> type, Map<String, String> variables, List<String> overrides) {
  public RecipeTemplate {
    requireNonNull(text, "text is null");
    requireNonNull(type, "type is null");
    variables = Map.copyOf(variables);
    overrides = List.copyOf(overrides);
  }

  /**
   * Reads it for one training.
   *
   * @param additionalVariables variables
   * @throws org.isogloss.neural.recipe.RecipeException if it lacks a variable, or an override does
   *     not fit
   */
  public R read(String training, Map<String, String> additionalVariables) {
    Map<String, String> all = new HashMap<>(variables);
    all.putAll(additionalVariables);
    return new RecipeReader(all, overrides).parse("the recipe of " + training, text, type);
  }

  /** What reports and finished rows tell of it. */
  public SequencedMap<String, String> description() {
    SequencedMap<String, String> told = new LinkedHashMap<>();
    told.put("recipe", text);
    told.put("recipe's variables", new TreeMap<>(variables).toString());
    told.put("recipe's overrides", overrides.toString());
    return told;
  }

  /** The text with what overrides it, as provenance tells it. */
  String textWithOverrides() {
    StringBuilder asRun = new StringBuilder(text);
    overrides.forEach(one -> asRun.append(RecipeReader.toComment(one)));
    return asRun.toString();
  }
}
