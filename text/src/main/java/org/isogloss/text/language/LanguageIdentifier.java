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
 * Tells the language of a text. A script that one language of the table uses decides by itself
 * (Thai, Greek, Hangul, kana; Chinese characters without kana are Chinese); among the languages of
 * one script, Apache OpenNLP's model of character n-grams decides (103 languages). That model is
 * read on first need; it takes about a second.
 *
 * <p>Its probabilities {@code p} are nearly flat, so that confidence is {@code softmax(40
 * sqrt(length / 30) ln p)} over the languages of the script, length in UTF-16 units: fitted on
 * NTREX sentences cut to 8 to 120 characters, of 16 languages that share their script with others.
 * Reliable is what has 0.9 or more. {@code docs/language-identification.md} has the accuracy by
 * length.
 *
 * <p>Known to be weak: languages that are nearly one in writing (hr and bs, id and ms, nb and nn,
 * gl and pt); Serbian in Latin script is taken for Croatian; traditional characters are not told
 * from simplified ones; single words. Safe for use by many threads at once.
 */
public final class LanguageIdentifier {
  private static final String MODEL = "/langdetect-183.bin";
  private static final double RELIABLE = 0.9;
  private static final int LONGEST_TEXT = 1000;
  private static final double SHARPNESS = 40;
  private static final double USUAL_LENGTH = 30;
  private static final int ALTERNATIVES = 5;

  /** Fewer Chinese characters without kana may as well be Japanese. */
  private static final int ENOUGH_HAN = 10;

  /** The share of kana below which a text is Chinese that quotes some. */
  private static final double KANA_SHARE = 0.05;

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

  private final Predicate<Language> candidate;

  private LanguageIdentifier(Predicate<Language> candidate) {
    this.candidate = candidate;
  }

  /** Among all languages that it knows. */
  public static LanguageIdentifier forAllLanguages() {
    return new LanguageIdentifier(language -> true);
  }

  /** Among the given languages; scripts of these do not matter. */
  public static LanguageIdentifier restrictedTo(Collection<Language> languages) {
    var codes = languages.stream().map(Language::code).collect(Collectors.toUnmodifiableSet());
    return new LanguageIdentifier(language -> codes.contains(language.code()));
  }

  private static Map.Entry<Integer, Language> script(int script, String language) {
    return Map.entry(script, Language.of(language));
  }

  /**
   * Identifies a text, by its first 1,000 UTF-16 units.
   *
   * @throws IsoglossException if the model is not on the class path
   */
  public LanguageIdentification identify(String text) {
    String start = start(text);
    var scripts = new ScriptCounts(start);
    int script = scripts.dominantScript();
    return switch (script) {
      case UScript.COMMON -> LanguageIdentification.UNKNOWN;
      case UScript.HAN, UScript.HIRAGANA, UScript.KATAKANA -> eastAsian(scripts);
      default ->
          BY_SCRIPT.containsKey(script)
              ? decided(BY_SCRIPT.get(script))
              : modelled(start, UScript.getShortName(script));
    };
  }

  private static String start(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 1));
    return text.substring(0, splits ? LONGEST_TEXT - 1 : LONGEST_TEXT);
  }

  private LanguageIdentification decided(Language language) {
    return candidate.test(language)
        ? new LanguageIdentification(language, 1, true, List.of())
        : LanguageIdentification.UNKNOWN;
  }

  private LanguageIdentification eastAsian(ScriptCounts scripts) {
    Language japanese = Language.of("ja");
    Language chinese = Language.of("zh");
    int kana = scripts.kanaCount();
    int han = scripts.count(UScript.HAN);
    if (kana > 0 && kana >= KANA_SHARE * (kana + han)) {
      return decided(japanese);
    }
    if (han >= ENOUGH_HAN || !candidate.test(japanese)) {
      return decided(chinese);
    }
    if (!candidate.test(chinese)) {
      return decided(japanese);
    }
    double confidence = 0.5 + 0.5 * han / ENOUGH_HAN * RELIABLE;
    return new LanguageIdentification(
        chinese, confidence, false, List.of(new Alternative(japanese, 1 - confidence)));
  }

  private LanguageIdentification modelled(String text, String script) {
    Map<Language, Double> logs = new HashMap<>();
    for (var prediction : new LanguageDetectorME(Model.LOADED).predictLanguages(text)) {
      Optional<Language> known =
          Language.find(prediction.getLang())
              .filter(language -> language.script().equals(script) && candidate.test(language));
      known.ifPresent(
          language -> logs.merge(language, Math.log(prediction.getConfidence()), Math::max));
    }
    double best = logs.values().stream().mapToDouble(d -> d).max().orElse(0);
    double sharpness = SHARPNESS * Math.sqrt(text.length() / USUAL_LENGTH);
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
        first.confidence() >= RELIABLE,
        ranked.subList(1, ranked.size()));
  }

  /** Read when first needed: ten megabytes that most commands can do without. */
  private static final class Model {
    static final LanguageDetectorModel LOADED = load();

    private static LanguageDetectorModel load() {
      try (InputStream in = LanguageDetectorModel.class.getResourceAsStream(MODEL)) {
        if (in == null) {
          throw new IsoglossException(
              "no "
                  + MODEL
                  + " on the class path; expected the artifact"
                  + " org.apache.opennlp:opennlp-models-langdetect, which holds it");
        }
        return new LanguageDetectorModel(in);
      } catch (IOException e) {
        throw new IsoglossException(
            MODEL + ": cannot read the model: " + FileErrors.describe(e), e);
      }
    }
  }
}
