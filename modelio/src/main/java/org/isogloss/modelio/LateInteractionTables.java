package org.isogloss.modelio;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * What late interaction knows beside the vectors of pieces: how much each piece counts, and what
 * lies between languages. In a model folder it is {@value #FILE}, a Safetensors file with {@code
 * importance}, {@code [pieces]}, {@code means}, {@code [languages, hidden]}, and {@code closeness},
 * {@code [languages]}, all F32; its metadata name the {@code languages}, in that order, with blanks
 * between.
 */
public final class LateInteractionTables {
  /** Its name in a model folder. */
  public static final String FILE = "interaction.safetensors";

  private static final String IMPORTANCE = "importance";
  private static final String MEANS = "means";
  private static final String CLOSENESS = "closeness";
  private static final String LANGUAGES = "languages";

  private final float[] importance;
  private final SortedMap<String, LanguageStatistics> languages;
  private final LanguageStatistics unknownLanguage;

  /**
   * What one language is like.
   *
   * @param meanVector of the vectors of its pieces, {@code [hidden]}
   * @param pivotSimilarity how similar a sentence in it is to its translation into the pivot
   *     language, over 0 and at most 1; 1 of the pivot language itself
   */
  public record LanguageStatistics(float[] meanVector, float pivotSimilarity) {
    public LanguageStatistics {
      for (float value : requireNonNull(meanVector, "mean is null")) {
        requireMagnitude("a mean", value, -WeightValidator.MAX_MAGNITUDE);
      }
      if (!(pivotSimilarity > 0 && pivotSimilarity <= 1)) {
        throw new IllegalArgumentException(
            "closeness is " + pivotSimilarity + ", expected more than 0 and at most 1");
      }
    }
  }

  /**
   * Tables.
   *
   * @param importance of each piece by its number, at least 0
   * @param languages by their codes, at least one, means all of one length
   */
  public LateInteractionTables(float[] importance, Map<String, LanguageStatistics> languages) {
    for (float value : requireNonNull(importance, "importance is null")) {
      requireMagnitude("an importance", value, 0);
    }
    this.importance = importance;
    this.languages = new TreeMap<>(languages);
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("no language is known");
    }
    this.unknownLanguage = average(this.languages.values().stream().toList());
  }

  private static void requireMagnitude(String what, float value, float least) {
    if (!(value >= least && value <= WeightValidator.MAX_MAGNITUDE)) {
      throw new IllegalArgumentException(
          what
              + " holds "
              + value
              + ", expected numbers from "
              + least
              + " to "
              + WeightValidator.MAX_MAGNITUDE);
    }
  }

  private static LanguageStatistics average(List<LanguageStatistics> all) {
    float[] mean = new float[all.getFirst().meanVector.length];
    float closeness = 0;
    for (LanguageStatistics one : all) {
      if (one.meanVector.length != mean.length) {
        throw new IllegalArgumentException(
            "means have " + mean.length + " and " + one.meanVector.length + " dimensions");
      }
      for (int i = 0; i < mean.length; i++) {
        mean[i] += one.meanVector[i] / all.size();
      }
      closeness += one.pivotSimilarity / all.size();
    }
    return new LanguageStatistics(mean, Math.min(1, closeness));
  }

  /** How much a piece counts in a query, at least 0. */
  public float importance(int token) {
    return importance[token];
  }

  /** How many pieces there are. */
  public int vocabularySize() {
    return importance.length;
  }

  /** What a language is like; what languages are like on average, where it is not known. */
  public LanguageStatistics statistics(Language language) {
    return languages.getOrDefault(language.code(), unknownLanguage);
  }

  /**
   * How similar a sentence in one language is to its translation into another, over 0 and at most
   * 1: as the language is that lies farther from the pivot; 1 for a language and itself.
   */
  public float translationSimilarity(Language first, Language second) {
    boolean same = first.code().equals(second.code()) && languages.containsKey(first.code());
    return same
        ? 1
        : Math.min(statistics(first).pivotSimilarity, statistics(second).pivotSimilarity);
  }

  /** The codes of the languages that are known. */
  public List<String> languages() {
    return List.copyOf(languages.keySet());
  }

  /** Whether a model folder has tables, that is, whether it is served for late interaction. */
  public static boolean existsIn(ModelFolder model) {
    return model.findFile(FILE).isPresent();
  }

  /**
   * Reads the tables of a model folder.
   *
   * @return empty where it has none
   * @throws ModelFormatException if they are damaged, or those of another model
   */
  public static Optional<LateInteractionTables> find(ModelFolder model) {
    return model.findFile(FILE).map(file -> read(file, model));
  }

  private static LateInteractionTables read(Path file, ModelFolder model) {
    try (Safetensors tensors = Safetensors.open(file)) {
      String named = tensors.metadata().getOrDefault(LANGUAGES, "");
      List<String> codes = named.isBlank() ? List.of() : List.of(named.split(" "));
      int hidden = model.dimension();
      tensors.tensor(IMPORTANCE, model.vocabularySize());
      tensors.tensor(MEANS, codes.size(), hidden);
      tensors.tensor(CLOSENESS, codes.size());
      float[] means = tensors.floats(MEANS);
      float[] closeness = tensors.floats(CLOSENESS);
      Map<String, LanguageStatistics> languages = new HashMap<>();
      for (int i = 0; i < codes.size(); i++) {
        float[] mean = new float[hidden];
        System.arraycopy(means, i * hidden, mean, 0, hidden);
        languages.put(codes.get(i), new LanguageStatistics(mean, closeness[i]));
      }
      return new LateInteractionTables(tensors.floats(IMPORTANCE), languages);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }

  /** Writes the tables into a model folder. */
  public void write(Path folder) {
    List<LanguageStatistics> spaces = new ArrayList<>(languages.values());
    int hidden = spaces.getFirst().meanVector.length;
    float[] means = new float[spaces.size() * hidden];
    float[] closeness = new float[spaces.size()];
    for (int i = 0; i < spaces.size(); i++) {
      System.arraycopy(spaces.get(i).meanVector, 0, means, i * hidden, hidden);
      closeness[i] = spaces.get(i).pivotSimilarity;
    }
    new SafetensorsWriter()
        .metadata(LANGUAGES, String.join(" ", languages.keySet()))
        .add(IMPORTANCE, importance, importance.length)
        .add(MEANS, means, spaces.size(), hidden)
        .add(CLOSENESS, closeness, spaces.size())
        .write(folder.resolve(FILE));
  }
}
