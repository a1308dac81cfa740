// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ko.KoreanAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pl.PolishAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.isogloss.core.Language;
import org.isogloss.text.normalization.TextNormalizer;

/**
 * Assigns an analyzer to each language: Lucene's analyzer for the language if one exists; ICU word
 * segmentation without accent folding for Thai, Vietnamese and Chinese; ICU word segmentation with
 * folding for all other languages. Texts are first {@linkplain TextNormalizer normalised}, unless
 * an index was created before that ({@link #withRules}). Analyzers are created at their first use,
 * because the dictionaries for Japanese and Korean are large.
 *
 * <p>A program may replace the shipped analyzer of a language by its own ({@link #with}). The index
 * then records the name of the analyzer, and can be searched and written only with the same
 * analyzers, which read texts as they are. This class is immutable and thread-safe.
 */
public final class LanguageAnalyzers {
  /** Name of the analyzer of all languages that have no specific analyzer. */
  public static final String DEFAULT_NAME = "icu-folding";

  /** Longer tokens are not words; Lucene's StandardTokenizer has the same limit. */
  private static final int MAX_TOKEN_LENGTH = 255;

  /** The analyzer of a language; the name is written to the manifest of an index. */
  private record Entry(String name, Supplier<Analyzer> analyzer) {}

  private static final Map<String, Entry> ENTRIES =
      Map.ofEntries(
          lucene("ar", "arabic", ArabicAnalyzer::new),
          lucene("bg", "bulgarian", BulgarianAnalyzer::new),
          lucene("bn", "bengali", BengaliAnalyzer::new),
          lucene("ca", "catalan", CatalanAnalyzer::new),
          lucene("ckb", "sorani", SoraniAnalyzer::new),
          lucene("cs", "czech", CzechAnalyzer::new),
          lucene("da", "danish", DanishAnalyzer::new),
          lucene("de", "german", GermanAnalyzer::new),
          lucene("el", "greek", GreekAnalyzer::new),
          lucene("en", "english", EnglishAnalyzer::new),
          lucene("es", "spanish", SpanishAnalyzer::new),
          lucene("et", "estonian", EstonianAnalyzer::new),
          lucene("eu", "basque", BasqueAnalyzer::new),
          lucene("fa", "persian", PersianAnalyzer::new),
          lucene("fi", "finnish", FinnishAnalyzer::new),
          lucene("fr", "french", FrenchAnalyzer::new),
          lucene("ga", "irish", IrishAnalyzer::new),
          lucene("gl", "galician", GalicianAnalyzer::new),
          lucene("hi", "hindi", HindiAnalyzer::new),
          lucene("hu", "hungarian", HungarianAnalyzer::new),
          lucene("hy", "armenian", ArmenianAnalyzer::new),
          lucene("id", "indonesian", IndonesianAnalyzer::new),
          lucene("it", "italian", ItalianAnalyzer::new),
          lucene("ja", "kuromoji", JapaneseAnalyzer::new),
          lucene("ko", "nori", KoreanAnalyzer::new),
          lucene("lt", "lithuanian", LithuanianAnalyzer::new),
          lucene("lv", "latvian", LatvianAnalyzer::new),
          lucene("nb", "norwegian", NorwegianAnalyzer::new),
          lucene("ne", "nepali", NepaliAnalyzer::new),
          lucene("nl", "dutch", DutchAnalyzer::new),
          lucene("nn", "norwegian", NorwegianAnalyzer::new),
          lucene("no", "norwegian", NorwegianAnalyzer::new),
          lucene("pl", "stempel", PolishAnalyzer::new),
          lucene("pt", "portuguese", PortugueseAnalyzer::new),
          lucene("ro", "romanian", RomanianAnalyzer::new),
          lucene("ru", "russian", RussianAnalyzer::new),
          lucene("sr", "serbian", SerbianAnalyzer::new),
          lucene("sv", "swedish", SwedishAnalyzer::new),
          lucene("ta", "tamil", TamilAnalyzer::new),
          lucene("te", "telugu", TeluguAnalyzer::new),
          lucene("tr", "turkish", TurkishAnalyzer::new),
          Map.entry("th", new Entry("icu", () -> icu(ICUNormalizer2Filter::new))),
          Map.entry("vi", new Entry("icu", () -> icu(ICUNormalizer2Filter::new))),
          Map.entry("zh", new Entry("icu-simplified", () -> icu(LanguageAnalyzers::simplified))));

  private static final Entry DEFAULT_ENTRY =
      new Entry(DEFAULT_NAME, () -> icu(stream -> new ICUFoldingFilter(stream)));

  private static final Map<String, Analyzer> CACHE = new ConcurrentHashMap<>();

  private static final Map<String, WordForms> FORMS = new ConcurrentHashMap<>();

  /** The analyzers of the cache after normalisation. */
  private static final Map<String, Analyzer> NORMALIZING = new ConcurrentHashMap<>();

  /** Prefix of the names of custom analyzers in the manifest of an index. */
  public static final String CUSTOM = "custom:";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*");

  private static final LanguageAnalyzers SHIPPED =
      new LanguageAnalyzers(Map.of(), TextRules.NORMALIZED);

  /** An analyzer that the program supplies. */
  private record Custom(String name, Analyzer analyzer) {}

  /** Custom analyzers by language code. */
  private final Map<String, Custom> custom;

  private final TextRules rules;

  private LanguageAnalyzers(Map<String, Custom> custom, TextRules rules) {
    this.custom = Map.copyOf(custom);
    this.rules = rules;
  }

  /** The shipped analyzers only, with the rules of new indexes. */
  public static LanguageAnalyzers shipped() {
    return SHIPPED;
  }

  /** How texts are preprocessed before the shipped analyzers read them. */
  public TextRules rules() {
    return rules;
  }

  /** Returns a copy with other rules, such as those of an existing index. */
  public LanguageAnalyzers withRules(TextRules other) {
    return other == rules ? this : new LanguageAnalyzers(custom, other);
  }

  /**
   * Returns a copy with another analyzer for a language.
   *
   * @param language the language of the passages and queries to analyse; its script is ignored
   * @param name the name that an index records: letters, digits, {@code .}, {@code -} and {@code
   *     _}. An analyzer that produces different terms needs a different name
   * @param analyzer the analyzer; must stay open as long as an index is read or written with it,
   *     and is closed by the caller
   * @throws IllegalArgumentException if the name contains other characters
   */
  public LanguageAnalyzers with(Language language, String name, Analyzer analyzer) {
    requireNonNull(analyzer, "analyzer is null");
    if (!NAME.matcher(requireNonNull(name, "name is null")).matches()) {
      throw new IllegalArgumentException(
          "the analyzer of "
              + language.tag()
              + " is named \""
              + name
              + "\", expected letters, digits, \".\", \"-\" and \"_\"");
    }
    Map<String, Custom> extended = new HashMap<>(custom);
    extended.put(language.code(), new Custom(name, analyzer));
    return new LanguageAnalyzers(extended, rules);
  }

  private static Map.Entry<String, Entry> lucene(
      String code, String name, Supplier<Analyzer> analyzer) {
    return Map.entry(code, new Entry("lucene-" + name, analyzer));
  }

  private static TokenStream simplified(TokenStream stream) {
    return new SimplifiedChineseFilter(new ICUNormalizer2Filter(stream));
  }

  private static Analyzer icu(UnaryOperator<TokenStream> filter) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new ICUTokenizer();
        return new TokenStreamComponents(
            tokenizer, new LengthFilter(filter.apply(tokenizer), 1, MAX_TOKEN_LENGTH));
      }

      @Override
      protected TokenStream normalize(String field, TokenStream stream) {
        return filter.apply(stream);
      }
    };
  }

  /**
   * Returns the analyzer of a language; all callers share one instance.
   *
   * @param code a language code as in {@link Language#code}
   */
  public Analyzer forLanguage(String code) {
    Custom customAnalyzer = custom.get(code);
    return customAnalyzer == null ? shipped(code, rules) : customAnalyzer.analyzer();
  }

  /**
   * Returns the further forms by which the words of a language are found; empty if the index has
   * none, or the program supplies the analyzer.
   */
  public Optional<WordForms> forms(String code) {
    return rules == TextRules.NONE || custom.containsKey(code)
        ? Optional.empty()
        : Optional.of(
            FORMS.computeIfAbsent(
                code,
                key ->
                    new WordForms(
                        key,
                        shipped(key, rules),
                        /* removesAccents= */ !ENTRIES.containsKey(key))));
  }

  /**
   * Returns the beginning of a word with the case and the letters that the analyzer of a language
   * gives to words, without removing an ending.
   *
   * @param code a language code as in {@link Language#code}
   */
  public String normalizedWord(String code, String word) {
    boolean normalized = rules == TextRules.NORMALIZED && !custom.containsKey(code);
    String letters = normalized ? TextNormalizer.of(code).normalize(word).text() : word;
    return forLanguage(code).normalize("text", letters).utf8ToString();
  }

  private static Analyzer shipped(String code, TextRules rules) {
    String known = ENTRIES.containsKey(code) ? code : DEFAULT_NAME;
    Analyzer analyzer =
        CACHE.computeIfAbsent(
            known, key -> ENTRIES.getOrDefault(key, DEFAULT_ENTRY).analyzer().get());
    return switch (rules) {
      case NONE -> analyzer;
      case NORMALIZED ->
          NORMALIZING.computeIfAbsent(
              known, key -> new NormalizingAnalyzer(analyzer, TextNormalizer.of(key)));
    };
  }

  /**
   * ICU word segmentation with folding: splits text in any language into words and removes none.
   */
  static Analyzer defaultAnalyzer() {
    return shipped(DEFAULT_NAME, TextRules.NORMALIZED);
  }

  /** Analyzer names by language code; languages that are not listed have {@link #DEFAULT_NAME}. */
  public SortedMap<String, String> names() {
    SortedMap<String, String> names = new TreeMap<>();
    ENTRIES.forEach((code, entry) -> names.put(code, entry.name()));
    custom.forEach((code, customAnalyzer) -> names.put(code, CUSTOM + customAnalyzer.name()));
    return names;
  }
}
