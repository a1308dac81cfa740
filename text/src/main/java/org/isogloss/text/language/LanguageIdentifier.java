// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.text.language.LanguageIdentification.Alternative;

/**
 * Identifies the language of a text of any length. Its script decides if one language has nearly
 * all text in it (Thai, Greek, Hangul). Among the languages of a script, logistic regression on
 * character n-grams decides. Simplified and traditional Chinese characters are distinguished
 * ({@code zh}, {@code zh-Hant}), and so are languages of other scripts that are written in Latin
 * letters ({@code ru-Latn}). The confidence is low for random letters. The model is loaded on first
 * use, which takes a tenth of a second.
 *
 * <p>The prior probability of a language is given by its share of the training texts, or by the
 * caller. {@code docs/results/language-identification.md} reports the accuracy by length, and the
 * languages that are confused most. Thread-safe.
 */
public final class LanguageIdentifier {
  private static final String MODEL = "languages.gz";
  private static final double RELIABLE_CONFIDENCE = 0.8;
  private static final int MAX_LENGTH = 1000;
  private static final int ALTERNATIVES = 5;

  /** Minimum share of kana in a Japanese text. */
  private static final double MIN_KANA_SHARE = 0.05;

  private static final float IMPOSSIBLE = -1e6f;

  /** Exponent of the shares of training texts: less text of a language does not make it rarer. */
  private static final double PRIOR_EXPONENT = 0.6;

  /** Prior probability of romanized texts, relative to those of a language in Latin letters. */
  private static final double ROMANIZED = 0.1;

  /**
   * Prior probability that a text is in none of the languages to which an identifier is limited.
   */
  private static final double OTHER_LANGUAGE = 0.02;

  private final LanguageModel model;

  /** Prior probability of each class, 0 for those that are no candidates. */
  private final double[] priors;

  /** Prior probability of each class that is no candidate. */
  private final double[] others;

  private LanguageIdentifier(LanguageModel model, double[] priors, double[] others) {
    this.model = model;
    this.priors = priors;
    this.others = others;
  }

  /** Identifies any language that the model knows. */
  public static LanguageIdentifier forAllLanguages() {
    LanguageModel model = Loaded.MODEL;
    return new LanguageIdentifier(model, generalPriors(model), new double[model.classes().size()]);
  }

  /** Identifies only the given languages, all with the same prior probability. */
  public static LanguageIdentifier restrictedTo(Collection<Language> languages) {
    return restrictedTo(
        languages.stream().distinct().collect(Collectors.toMap(each -> each, each -> 1.0)));
  }

  /**
   * Identifies only the given languages; their scripts are ignored. The confidence takes into
   * account that a text may be in another language.
   *
   * @param weights prior probabilities of the languages, not negative, in any unit
   */
  public static LanguageIdentifier restrictedTo(Map<Language, Double> weights) {
    LanguageModel model = Loaded.MODEL;
    Map<String, Double> byCode =
        weights.entrySet().stream()
            .collect(
                Collectors.toMap(entry -> entry.getKey().code(), Map.Entry::getValue, Double::sum));
    double[] others = generalPriors(model);
    double[] priors = new double[others.length];
    for (int number = 0; number < priors.length; number++) {
      String code = model.classes().get(number).language().code();
      if (byCode.containsKey(code)) {
        priors[number] = byCode.get(code) * others[number] / codePrior(model, others, code);
      }
    }
    for (int number = 0; number < priors.length; number++) {
      others[number] = priors[number] > 0 ? 0 : others[number];
    }
    scale(priors, 1 - OTHER_LANGUAGE);
    scale(others, OTHER_LANGUAGE);
    return new LanguageIdentifier(model, priors, others);
  }

  private static double codePrior(LanguageModel model, double[] priors, String code) {
    double sum = 0;
    for (int number = 0; number < priors.length; number++) {
      sum += model.classes().get(number).language().code().equals(code) ? priors[number] : 0;
    }
    return sum;
  }

  private static double[] generalPriors(LanguageModel model) {
    double[] priors =
        model.classes().stream()
            .mapToDouble(
                one ->
                    Math.pow(one.share(), PRIOR_EXPONENT)
                        * (LanguageIdentification.isRomanized(one.language()) ? ROMANIZED : 1))
            .toArray();
    scale(priors, 1);
    return priors;
  }

  private static void scale(double[] values, double sum) {
    double present = Arrays.stream(values).sum();
    for (int i = 0; i < values.length && present > 0; i++) {
      values[i] *= sum / present;
    }
  }

  /** The languages that this identifier distinguishes. */
  public List<Language> languages() {
    List<Language> languages = new ArrayList<>();
    for (int number = 0; number < priors.length; number++) {
      if (priors[number] > 0) {
        languages.add(model.classes().get(number).language());
      }
    }
    return languages;
  }

  /**
   * Returns the probability that the first 1,000 UTF-16 units of a text are in any language that
   * the model knows, and not random letters: {@link KnownNgrams}.
   *
   * @return from 0 to 1; 1 for a text that is not mostly in Latin letters
   */
  public static double probabilityOfAnyLanguage(String text) {
    String start = truncate(text);
    int group = ScriptGroup.dominant(start);
    return KnownNgrams.probabilityOfLanguage(Loaded.MODEL, LetterNgrams.of(start, group), group);
  }

  /** Identifies the language of a text from its first 1,000 UTF-16 units. */
  public LanguageIdentification identify(String text) {
    String start = truncate(text);
    Map<Integer, Integer> weights = ScriptGroup.weights(start);
    double sum = weights.values().stream().mapToInt(Integer::intValue).sum();
    return weights.entrySet().stream()
        .filter(entry -> hasCandidate(entry.getKey()))
        .max(
            Map.Entry.<Integer, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(group -> identify(start, group.getKey(), group.getValue() / sum))
        .orElse(LanguageIdentification.UNKNOWN);
  }

  /** Whether the share of kana is that of a Japanese text, not of quotations in a Chinese one. */
  private static boolean isJapanese(String text) {
    long kana = text.codePoints().filter(LanguageIdentifier::isKana).count();
    return kana > 0
        && kana
            >= MIN_KANA_SHARE
                * text.codePoints().filter(c -> ScriptGroup.of(c) == UScript.HAN).count();
  }

  private static boolean isKana(int codePoint) {
    int script = UScript.getScript(codePoint);
    return script == UScript.HIRAGANA || script == UScript.KATAKANA;
  }

  private boolean hasCandidate(int scriptGroup) {
    return Arrays.stream(model.classesOf(scriptGroup)).anyMatch(number -> priors[number] > 0);
  }

  private static String truncate(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    return text.substring(0, splits ? MAX_LENGTH - 1 : MAX_LENGTH);
  }

  /**
   * Identifies the language of the part of a text that is written in a group of scripts.
   *
   * @param share share of this part in the text
   */
  private LanguageIdentification identify(String text, int scriptGroup, double share) {
    float[] logits = new float[priors.length];
    LetterNgrams ngrams = LetterNgrams.of(text, scriptGroup);
    ngrams.forEach(ngram -> model.add(ngram, logits));
    int[] classes = model.classesOf(scriptGroup);
    if (scriptGroup == UScript.HAN && isJapanese(text)) {
      Arrays.stream(classes).filter(this::isChinese).forEach(number -> logits[number] = IMPOSSIBLE);
    }
    double[] posterior = posterior(logits, classes);
    double certainty = share * KnownNgrams.probabilityOfLanguage(model, ngrams, scriptGroup);
    List<Candidate> ranked = new ArrayList<>();
    for (int i = 0; i < classes.length; i++) {
      if (priors[classes[i]] > 0) {
        ranked.add(new Candidate(classes[i], Math.min(1, certainty * posterior[i])));
      }
    }
    ranked.sort(
        Comparator.comparingDouble(Candidate::confidence)
            .reversed()
            .thenComparingInt(Candidate::textClass));
    Candidate first = ranked.getFirst();
    Optional<Language> embedded =
        new EmbeddedLanguage(model, ngrams.letters())
            .find(first.textClass()).stream().mapToObj(this::language).findFirst();
    return new LanguageIdentification(
        language(first.textClass()),
        first.confidence(),
        first.confidence() >= RELIABLE_CONFIDENCE,
        ranked.stream()
            .skip(1)
            .limit(ALTERNATIVES)
            .map(other -> new Alternative(language(other.textClass()), other.confidence()))
            .toList(),
        embedded);
  }

  private boolean isChinese(int textClass) {
    return language(textClass).code().equals("zh");
  }

  /** A class with its posterior probability. */
  private record Candidate(int textClass, double confidence) {}

  private Language language(int textClass) {
    return model.classes().get(textClass).language();
  }

  /** The probability of each of the classes given the n-grams. */
  private double[] posterior(float[] logits, int[] classes) {
    double[] posterior = new double[classes.length];
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < classes.length; i++) {
      int number = classes[i];
      double evidence = logits[number] / LanguageModel.RESOLUTION;
      posterior[i] = evidence + Math.log(priors[number] + others[number]);
      best = Math.max(best, posterior[i]);
    }
    double sum = 0;
    for (int i = 0; i < classes.length; i++) {
      posterior[i] = Math.exp(posterior[i] - best);
      sum += posterior[i];
    }
    for (int i = 0; i < classes.length; i++) {
      posterior[i] /= sum;
    }
    return posterior;
  }

  /** Loaded on first use: most commands do not need it. */
  private static final class Loaded {
    static final LanguageModel MODEL = load();

    private static LanguageModel load() {
      try (InputStream in = LanguageModel.class.getResourceAsStream(LanguageIdentifier.MODEL)) {
        return LanguageModel.read(new DataInputStream(new GZIPInputStream(in)));
      } catch (IOException e) {
        throw new IsoglossException(
            LanguageIdentifier.MODEL + ": cannot read the model: " + FileErrors.describe(e), e);
      }
    }
  }
}
