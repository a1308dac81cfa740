// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static java.util.Objects.requireNonNull;

import com.ibm.icu.lang.UScript;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.text.romanization.RomanizationScheme;
import org.isogloss.text.romanization.Romanizer;

/**
 * Collects texts and trains the model of {@link LanguageIdentifier} from them. Texts in other than
 * Latin letters are also learnt as they are romanized. The result depends only on the texts, their
 * order and the options. Not safe for use by multiple threads.
 */
public final class LanguageModelBuilder {
  /** Texts of a language and a source that are kept. */
  private static final int MAX_TEXTS = 40_000;

  /** Texts of a language that are also romanized. */
  private static final int MAX_ROMANIZED = 6_000;

  private static final int MAX_LENGTH = 400;
  private static final String ROMANIZED = "romanized";

  /** Texts of a language after which the group of scripts is known in which it is written. */
  private static final int VOTES = 20;

  private final Function<Language, Optional<UnaryOperator<String>>> readings;
  private final SequencedMap<String, TrainingTexts> classes = new TreeMap<>();
  private final Map<String, Map<Integer, Integer>> votes = new HashMap<>();
  private final Map<String, Romanizer> romanizers = new HashMap<>();

  /**
   * Creates a builder without texts.
   *
   * @param readings returns how texts of a language are read before they are romanized; empty for
   *     languages that are not romanized
   */
  public LanguageModelBuilder(Function<Language, Optional<UnaryOperator<String>>> readings) {
    this.readings = requireNonNull(readings, "readings is null");
  }

  /**
   * Adds a text. Texts mostly in another script than the first ones of their language are left out.
   *
   * @param language the language; {@code sr-Latn} and {@code sr} are distinguished
   * @param source where the text comes from; all sources of a language are sampled
   */
  public void add(Language language, String source, String text) {
    int group = ScriptGroup.dominant(text);
    String tag = language.tag();
    TrainingTexts texts = classes.get(tag);
    if (texts == null) {
      votes.computeIfAbsent(tag, key -> new HashMap<>()).merge(group, 1, Integer::sum);
      if (votes.get(tag).values().stream().mapToInt(Integer::intValue).sum() >= VOTES) {
        int most =
            votes.get(tag).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(group);
        classes.put(tag, new TrainingTexts(language, most));
      }
    } else if (texts.scriptGroup() == group && texts.count(source) < MAX_TEXTS) {
      String start = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
      texts.add(source, start);
      if (group != UScript.LATIN) {
        addRomanized(language, start);
      }
    }
  }

  private void addRomanized(Language language, String text) {
    Optional<UnaryOperator<String>> reading = readings.apply(language);
    if (reading.isEmpty()) {
      return;
    }
    Language latin = Language.of(language.code() + "-Latn");
    TrainingTexts texts =
        classes.computeIfAbsent(latin.tag(), tag -> new TrainingTexts(latin, UScript.LATIN));
    if (texts.count() >= MAX_ROMANIZED) {
      return;
    }
    Romanizer romanizer =
        romanizers.computeIfAbsent(
            language.tag(), tag -> Romanizer.of(language, reading.orElseThrow()));
    List<RomanizationScheme> schemes = romanizer.schemes().stream().sorted().toList();
    RomanizationScheme scheme = schemes.get(texts.count() % schemes.size());
    texts.add(ROMANIZED, romanizer.romanize(text, scheme));
  }

  /**
   * Trains the model and writes it, compressed by gzip.
   *
   * @param maxWeights maximum number of weights; a million have about two megabytes
   * @param samples number of short texts of each large language from which it learns
   * @throws IsoglossException if the texts have no language, or more than a model can distinguish
   */
  public void write(OutputStream file, int maxWeights, int samples, long seed) throws IOException {
    if (classes.isEmpty() || classes.size() > LanguageModel.MAX_CLASSES) {
      throw new IsoglossException(
          "found texts in "
              + classes.size()
              + " languages and scripts, expected 1 to "
              + LanguageModel.MAX_CLASSES);
    }
    LanguageModel model =
        LanguageModelTrainer.train(List.copyOf(classes.values()), maxWeights, samples, seed);
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(file))) {
      model.write(out);
    }
  }
}
