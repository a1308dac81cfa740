// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.isogloss.core.Span;
import org.isogloss.core.util.LruCache;
import org.isogloss.text.normalization.AccentFolding;
import org.isogloss.text.normalization.LookalikeLetters;
import org.isogloss.text.normalization.NormalizedText;
import org.isogloss.text.normalization.TextNormalizer;
import org.isogloss.text.segmentation.CompoundSplitter;

/**
 * The terms by which the words of a passage are found in addition to their own: without accents
 * ("Lodz" for "Łódź"), without hyphens and separators ("wifi" for "Wi-Fi", "1230" for "1,230"), by
 * the parts of an identifier ("length" for "max_seq_length") or of a {@linkplain CompoundSplitter
 * compound}. An index stores them in addition to the terms of the passage, so that queries that are
 * typed exactly are answered as before.
 *
 * <p>The forms of a word are analysed with the analyzer of the language, and those that are terms
 * of the word itself are left out. Thread-safe.
 */
public final class WordForms {
  /** Enough for the frequent words of a language. */
  private static final int CACHED_WORDS = 50_000;

  private static final int MAX_WORD_LENGTH = 64;
  private static final String LINE_END = "\n";
  private static final char FIRST_CYRILLIC = '\u0400';
  private static final char LAST_CYRILLIC = '\u052F';

  /**
   * How often a word contains each of its parts. Chosen, with the weight of forms, on headings of a
   * documentation as queries for its pages in twelve languages.
   */
  private static final double PART_FREQUENCY = 1.0 / 16;

  /** Characters that join two parts of a word or of a number. */
  private static final String JOINERS = "-'.,\u00B7";

  private final String code;
  private final Analyzer analyzer;
  private final TextNormalizer normalizer;
  private final boolean removesAccents;
  private final Optional<CompoundSplitter> compounds;
  private final LruCache<String, Map<String, Double>> cache = new LruCache<>(CACHED_WORDS);

  /**
   * Creates the forms of a language.
   *
   * @param analyzer the analyzer of the language
   * @param removesAccents whether its terms have no accents
   */
  WordForms(String code, Analyzer analyzer, boolean removesAccents) {
    this.code = code;
    this.analyzer = analyzer;
    this.normalizer = TextNormalizer.of(code);
    this.removesAccents = removesAccents;
    this.compounds = CompoundSplitter.of(code);
  }

  /** Receives the terms of forms. */
  @FunctionalInterface
  private interface FormVisitor {
    void visit(String term, Span word, double frequency);
  }

  /** Returns the terms of the forms of all words of a text, in order, each at its word. */
  public List<QueryTerms.Token> tokens(String text) {
    List<QueryTerms.Token> tokens = new ArrayList<>();
    visit(text, (term, word, frequency) -> tokens.add(new QueryTerms.Token(term, word)));
    return tokens;
  }

  /**
   * Returns how often each form occurs in a text. A part of a word counts as a fraction of a word.
   */
  public Map<String, Double> frequencies(String text) {
    Map<String, Double> frequencies = new LinkedHashMap<>();
    visit(text, (term, word, frequency) -> frequencies.merge(term, frequency, Double::sum));
    return frequencies;
  }

  private void visit(String text, FormVisitor visitor) {
    NormalizedText normalized = normalizer.normalize(text);
    String words = normalized.text();
    int start = 0;
    while (start < words.length()) {
      int end = start;
      while (end < words.length() && !Character.isWhitespace(words.charAt(end))) {
        end++;
      }
      if (end - start <= MAX_WORD_LENGTH && mayHaveForms(words, start, end)) {
        visitForms(normalized, start, end, visitor);
      }
      start = end + 1;
    }
  }

  /**
   * Whether a word may have other forms: most have none, and this costs less than looking them up.
   */
  private boolean mayHaveForms(String text, int start, int end) {
    boolean ascii = false;
    boolean cyrillic = false;
    boolean looksLatin = true;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      boolean inside = i > start && i + 1 < end;
      if (c == '_'
          || (inside && JOINERS.indexOf(c) >= 0 && Character.isLetterOrDigit(text.charAt(i + 1)))
          || (i > start && isAsciiCapital(c) && Character.isLowerCase(text.charAt(i - 1)))
          || (!removesAccents && AccentFolding.isAccented(c))) {
        return true;
      }
      ascii |= c < 0x80 && Character.isLetter(c);
      if (c >= FIRST_CYRILLIC && c <= LAST_CYRILLIC) {
        cyrillic = true;
        looksLatin &= LookalikeLetters.looksLatin(c);
      }
    }
    return (cyrillic && (ascii || looksLatin))
        || (compounds.isPresent() && CompoundSplitter.isLongEnough(end - start));
  }

  private static boolean isAsciiCapital(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private void visitForms(NormalizedText normalized, int from, int to, FormVisitor visitor) {
    String text = normalized.text();
    int start = from;
    int end = to;
    while (start < end && !Character.isLetterOrDigit(text.codePointAt(start))) {
      start++;
    }
    while (end > start && !isLetterDigitOrMark(text.codePointBefore(end))) {
      end--;
    }
    if (start == end) {
      return;
    }
    Map<String, Double> terms = terms(text.substring(start, end));
    if (!terms.isEmpty()) {
      Span span = new Span(normalized.originalOffset(start), normalized.originalOffset(end));
      terms.forEach((term, frequency) -> visitor.visit(term, span, frequency));
    }
  }

  private static boolean isLetterDigitOrMark(int codePoint) {
    int type = Character.getType(codePoint);
    return Character.isLetterOrDigit(codePoint)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  /** Returns the terms of the forms of a word that are not terms of the word itself. */
  private Map<String, Double> terms(String word) {
    Optional<Map<String, Double>> cached = cache.find(word);
    if (cached.isPresent()) {
      return cached.get();
    }
    Map<String, Double> frequencies = new LinkedHashMap<>();
    spellings(word).forEach(form -> frequencies.put(form, 1.0));
    parts(word).forEach(form -> frequencies.putIfAbsent(form, PART_FREQUENCY));
    Map<String, Double> terms =
        frequencies.isEmpty() ? Map.of() : Collections.unmodifiableMap(terms(word, frequencies));
    cache.put(word, terms);
    return terms;
  }

  /**
   * Analyses a word and its forms as the lines of one text, which costs less than analysing each of
   * them.
   */
  private Map<String, Double> terms(String word, Map<String, Double> frequencies) {
    String lines = word + LINE_END + String.join(LINE_END, frequencies.keySet());
    Set<String> own = new HashSet<>();
    Map<String, Double> terms = new LinkedHashMap<>();
    Iterator<Map.Entry<String, Double>> forms = frequencies.entrySet().iterator();
    Map.Entry<String, Double> form = null;
    int end = word.length();
    for (QueryTerms.Token token : QueryTerms.tokens(analyzer, lines)) {
      while (token.span().start() >= end) {
        form = forms.next();
        end += LINE_END.length() + form.getKey().length();
      }
      if (form == null) {
        own.add(token.term());
      } else {
        terms.merge(token.term(), form.getValue(), Math::max);
      }
    }
    terms.keySet().removeAll(own);
    return terms;
  }

  /** Returns the other spellings of a word. */
  private Set<String> spellings(String word) {
    Set<String> spellings = new LinkedHashSet<>();
    Optional<String> joined = joined(word);
    joined.ifPresent(spellings::add);
    if (!removesAccents) {
      spellings.addAll(AccentFolding.spellings(word, code));
      joined.ifPresent(known -> spellings.addAll(AccentFolding.spellings(known, code)));
    }
    LookalikeLetters.spelling(word).ifPresent(spellings::add);
    return spellings;
  }

  private Set<String> parts(String word) {
    Set<String> parts = new LinkedHashSet<>();
    List<String> ofIdentifier = identifierParts(word);
    if (!ofIdentifier.equals(List.of(word))) {
      parts.addAll(ofIdentifier);
    }
    compounds.ifPresent(splitter -> parts.addAll(splitter.parts(word)));
    return parts;
  }

  /** Returns a word without the characters between its parts; empty if there are none. */
  private static Optional<String> joined(String word) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (JOINERS.indexOf(c) < 0) {
        joined.append(c);
      } else if (!joins(word, i)) {
        return Optional.empty();
      }
    }
    return joined.length() == word.length() ? Optional.empty() : Optional.of(joined.toString());
  }

  /** Points and commas join digits only, the others letters and digits. */
  private static boolean joins(String word, int index) {
    char before = index == 0 ? ' ' : word.charAt(index - 1);
    char after = index + 1 == word.length() ? ' ' : word.charAt(index + 1);
    char c = word.charAt(index);
    return (c == '.' || c == ',')
        ? Character.isDigit(before) && Character.isDigit(after)
        : Character.isLetterOrDigit(before) && Character.isLetterOrDigit(after);
  }

  /**
   * Returns the parts of an identifier in snake case or camel case, of a name with points, or of
   * two sentences without a space between them; single letters are not parts.
   */
  private static List<String> identifierParts(String word) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= word.length(); i++) {
      boolean separator = i == word.length() || separates(word, i);
      if (separator || beginsHump(word, i)) {
        if (i - start > 1) {
          parts.add(word.substring(start, i));
        }
        start = separator ? i + 1 : i;
      }
    }
    return parts;
  }

  /** Whether a character is between two parts; a point in a number is not. */
  private static boolean separates(String word, int index) {
    char c = word.charAt(index);
    return c == '_'
        || (c == '.'
            && index > 0
            && index + 1 < word.length()
            && !(Character.isDigit(word.charAt(index - 1))
                && Character.isDigit(word.charAt(index + 1))));
  }

  private static boolean beginsHump(String word, int index) {
    return index > 0
        && Character.isUpperCase(word.charAt(index))
        && Character.isLowerCase(word.charAt(index - 1));
  }
}
