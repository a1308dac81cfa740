package org.isogloss.search.analysis;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
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

/**
 * Which analyzer reads which language: Lucene's own where there is one; for Thai, Vietnamese and
 * Chinese ICU's words without folding of accents; ICU's words, folded, for the rest. Each was
 * chosen by measuring, see {@code docs/search.md}. An analyzer is made when first needed: the
 * dictionaries for Japanese and Korean are large.
 *
 * <p>A program may put an analyzer of its own in the place of the shipped one of a language ({@link
 * #with}). The index then remembers the analyzer's name, and is searched and written with the same
 * analyzers only. Immutable, and safe for use by many threads at once.
 */
public final class LanguageAnalyzers {
  /** How a language is analysed that has no analyzer of its own. */
  public static final String DEFAULT_NAME = "icu-folding";

  /** Lucene's StandardTokenizer cuts there too; a longer word is no word. */
  private static final int MAX_TOKEN_LENGTH = 255;

  /** How a language is analysed; the name goes into the manifest of an index. */
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

  /** What the names of analyzers that are not shipped begin with in the manifest of an index. */
  public static final String CUSTOM = "custom:";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*");

  private static final LanguageAnalyzers SHIPPED = new LanguageAnalyzers(Map.of());

  /** An analyzer of the program that uses this library. */
  private record Custom(String name, Analyzer analyzer) {}

  /** By the codes of languages. */
  private final Map<String, Custom> custom;

  private LanguageAnalyzers(Map<String, Custom> custom) {
    this.custom = Map.copyOf(custom);
  }

  /** The shipped analyzers alone. */
  public static LanguageAnalyzers shipped() {
    return SHIPPED;
  }

  /**
   * These analyzers, but another one for a language.
   *
   * @param language whose passages and queries it reads; its script does not matter
   * @param name what an index remembers the analyzer by: letters, digits, {@code .}, {@code -} and
   *     {@code _}. An analyzer that gives other terms needs another name
   * @param analyzer stays open as long as an index is read or written with it; the caller closes it
   * @throws IllegalArgumentException if the name holds other characters
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
    Map<String, Custom> more = new HashMap<>(custom);
    more.put(language.code(), new Custom(name, analyzer));
    return new LanguageAnalyzers(more);
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
        Tokenizer words = new ICUTokenizer();
        return new TokenStreamComponents(
            words, new LengthFilter(filter.apply(words), 1, MAX_TOKEN_LENGTH));
      }

      @Override
      protected TokenStream normalize(String field, TokenStream stream) {
        return filter.apply(stream);
      }
    };
  }

  /**
   * The analyzer of a language, one for all who ask.
   *
   * @param code as {@link Language#code}
   */
  public Analyzer forLanguage(String code) {
    Custom own = custom.get(code);
    return own == null ? shipped(code) : own.analyzer();
  }

  private static Analyzer shipped(String code) {
    return CACHE.computeIfAbsent(
        ENTRIES.containsKey(code) ? code : DEFAULT_NAME,
        key -> ENTRIES.getOrDefault(key, DEFAULT_ENTRY).analyzer().get());
  }

  /** ICU's words, folded: cuts text of any language into words and drops none. */
  static Analyzer defaultAnalyzer() {
    return shipped(DEFAULT_NAME);
  }

  /** The name of every language's analyzer, by code; all others have {@link #DEFAULT_NAME}. */
  public SortedMap<String, String> names() {
    SortedMap<String, String> names = new TreeMap<>();
    ENTRIES.forEach((code, entry) -> names.put(code, entry.name()));
    custom.forEach((code, own) -> names.put(code, CUSTOM + own.name()));
    return names;
  }
}
