// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.text.language.LanguageIdentification.Alternative;

/**
 * Identifies the language of a text. A script of which one language has nearly all text determines
 * the language (Thai, Greek, Hangul, kana; Chinese characters without kana are Chinese); Assamese
 * and Yiddish are distinguished from Bengali and Hebrew by letters that only they use. Among the
 * languages of a shared script, Apache OpenNLP's character n-gram model decides (103 languages).
 * The model is loaded on first use, which takes about a second.
 *
 * <p>The probabilities {@code p} of the model are nearly uniform. Confidence is therefore {@code
 * softmax(40 sqrt(length / 30) ln p)} over the languages of the script, with the length in UTF-16
 * units. The constants were fitted on NTREX sentences truncated to between 8 and 120 characters, in
 * 16 languages that share their script with others. A confidence of 0.9 or more is reliable. {@code
 * docs/results/language-identification.md} reports the accuracy by length.
 *
 * <p>Known weaknesses: languages that are almost identical in writing (hr and bs, id and ms, nb and
 * nn, gl and pt); the smaller languages of a script that determines another one (Dzongkha is
 * identified as Tibetan, Mingrelian as Georgian, Shan as Burmese, Tulu as Kannada, Manipuri as
 * Bengali); Amharic and Tigrinya, which the model does not know; Serbian in Latin script is
 * identified as Croatian; traditional characters are not distinguished from simplified ones; single
 * words. Thread-safe.
 */
public final class LanguageIdentifier {
  private static final String MODEL = "/langdetect-183.bin";
  private static final double RELIABLE_CONFIDENCE = 0.9;
  private static final int MAX_LENGTH = 1000;
  private static final double SHARPNESS = 40;
  private static final double REFERENCE_LENGTH = 30;
  private static final int ALTERNATIVES = 5;

  /** A shorter sequence of Chinese characters without kana may also be Japanese. */
  private static final int MIN_HAN = 10;

  /**
   * Minimum share of kana in a Japanese text; below it, the text is Chinese with Japanese
   * quotations.
   */
  private static final double MIN_KANA_SHARE = 0.05;

  private static final Map<Integer, Language> BY_SCRIPT =
      Map.ofEntries(
          script(UScript.ARMENIAN, "hy"),
          script(UScript.BENGALI, "bn"),
          script(UScript.GEORGIAN, "ka"),
          script(UScript.GREEK, "el"),
          script(UScript.GUJARATI, "gu"),
          script(UScript.GURMUKHI, "pa"),
          script(UScript.HANGUL, "ko"),
          script(UScript.HEBREW, "he"),
          script(UScript.KANNADA, "kn"),
          script(UScript.KHMER, "km"),
          script(UScript.LAO, "lo"),
          script(UScript.MALAYALAM, "ml"),
          script(UScript.MYANMAR, "my"),
          script(UScript.ORIYA, "or"),
          script(UScript.SINHALA, "si"),
          script(UScript.TAMIL, "ta"),
          script(UScript.TELUGU, "te"),
          script(UScript.THAI, "th"),
          script(UScript.TIBETAN, "bo"));

  /** A second language of a script, and letters that only it uses. */
  private record Variant(Language language, String letters) {}

  private static final Map<Integer, Variant> VARIANTS =
      Map.of(
          UScript.BENGALI, new Variant(Language.of("as"), "\u09f0\u09f1"),
          UScript.HEBREW, new Variant(Language.of("yi"), "\u05f0\u05f1\u05f2"));

  private final Predicate<Language> candidate;

  private LanguageIdentifier(Predicate<Language> candidate) {
    this.candidate = candidate;
  }

  /** Identifies any language of the table. */
  public static LanguageIdentifier forAllLanguages() {
    return new LanguageIdentifier(language -> true);
  }

  /** Identifies only the given languages; their scripts are ignored. */
  public static LanguageIdentifier restrictedTo(Collection<Language> languages) {
    var codes = languages.stream().map(Language::code).collect(Collectors.toUnmodifiableSet());
    return new LanguageIdentifier(language -> codes.contains(language.code()));
  }

  private static Map.Entry<Integer, Language> script(int script, String language) {
    return Map.entry(script, Language.of(language));
  }

  /**
   * Identifies the language of a text from its first 1,000 UTF-16 units.
   *
   * @throws IsoglossException if the model is not on the class path
   */
  public LanguageIdentification identify(String text) {
    String start = truncate(text);
    var scripts = new ScriptCounts(start);
    int script = scripts.dominantScript();
    return switch (script) {
      case UScript.COMMON -> LanguageIdentification.UNKNOWN;
      case UScript.HAN, UScript.HIRAGANA, UScript.KATAKANA -> eastAsian(scripts);
      default ->
          BY_SCRIPT.containsKey(script)
              ? certain(byScript(script, start))
              : classify(start, UScript.getShortName(script));
    };
  }

  private Language byScript(int script, String text) {
    return Optional.ofNullable(VARIANTS.get(script))
        .filter(variant -> text.chars().anyMatch(c -> variant.letters().indexOf(c) >= 0))
        .map(Variant::language)
        .filter(candidate)
        .orElse(BY_SCRIPT.get(script));
  }

  private static String truncate(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    return text.substring(0, splits ? MAX_LENGTH - 1 : MAX_LENGTH);
  }

  private LanguageIdentification certain(Language language) {
    return candidate.test(language)
        ? new LanguageIdentification(language, 1, true, List.of())
        : LanguageIdentification.UNKNOWN;
  }

  private LanguageIdentification eastAsian(ScriptCounts scripts) {
    Language japanese = Language.of("ja");
    Language chinese = Language.of("zh");
    int kana = scripts.kanaCount();
    int han = scripts.count(UScript.HAN);
    if (kana > 0 && kana >= MIN_KANA_SHARE * (kana + han)) {
      return certain(japanese);
    }
    if (han >= MIN_HAN || !candidate.test(japanese)) {
      return certain(chinese);
    }
    if (!candidate.test(chinese)) {
      return certain(japanese);
    }
    double confidence = 0.5 + 0.5 * han / MIN_HAN * RELIABLE_CONFIDENCE;
    return new LanguageIdentification(
        chinese, confidence, false, List.of(new Alternative(japanese, 1 - confidence)));
  }

  private LanguageIdentification classify(String text, String script) {
    Map<Language, Double> logs = new HashMap<>();
    for (var prediction : new LanguageDetectorME(Model.LOADED).predictLanguages(text)) {
      Optional<Language> known =
          Language.find(prediction.getLang())
              .filter(language -> language.script().equals(script) && candidate.test(language));
      known.ifPresent(
          language -> logs.merge(language, Math.log(prediction.getConfidence()), Math::max));
    }
    double best = logs.values().stream().mapToDouble(d -> d).max().orElse(0);
    double sharpness = SHARPNESS * Math.sqrt(text.length() / REFERENCE_LENGTH);
    logs.replaceAll((language, log) -> Math.exp(sharpness * (log - best)));
    double sum = logs.values().stream().mapToDouble(d -> d).sum();
    List<Alternative> ranked =
        logs.entrySet().stream()
            .map(entry -> new Alternative(entry.getKey(), entry.getValue() / sum))
            .sorted(
                Comparator.comparingDouble(Alternative::confidence)
                    .reversed()
                    .thenComparing(alternative -> alternative.language().code()))
            .limit(ALTERNATIVES)
            .toList();
    if (ranked.isEmpty()) {
      return LanguageIdentification.UNKNOWN;
    }
    Alternative first = ranked.getFirst();
    return new LanguageIdentification(
        first.language(),
        first.confidence(),
        first.confidence() >= RELIABLE_CONFIDENCE,
        ranked.subList(1, ranked.size()));
  }

  /** Loaded on first use: the model has ten megabytes, and most commands do not need it. */
  private static final class Model {
    static final LanguageDetectorModel LOADED = load();

    private static LanguageDetectorModel load() {
      try (InputStream in = LanguageDetectorModel.class.getResourceAsStream(MODEL)) {
        if (in == null) {
          throw new IsoglossException(
              "no "
                  + MODEL
                  + " on the class path; expected the artifact"
                  + " org.apache.opennlp:opennlp-models-langdetect, which contains it");
        }
        return new LanguageDetectorModel(in);
      } catch (IOException e) {
        throw new IsoglossException(
            MODEL + ": cannot read the model: " + FileErrors.describe(e), e);
      }
    }
  }
}
