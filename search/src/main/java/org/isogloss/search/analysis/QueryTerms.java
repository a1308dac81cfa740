// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.isogloss.core.Query;
import org.isogloss.core.Span;

/**
 * The search terms of a query in each language. The query is analysed once per language. Stop words
 * of the query language are removed in all other languages: {@code die} in a German question is not
 * an English verb. If the query language is not given, it is assumed to be the language whose
 * analyzer removes the most words of the query, or all such languages if several remove the same
 * number; if no analyzer removes a word, no stop words are removed. Thread-safe.
 */
public final class QueryTerms {
  /** A term and its position in the text. */
  public record Token(String term, Span span) {}

  private final String text;
  private final LanguageAnalyzers analyzers;

  /** Keyed by analyzer, because several languages share one. */
  private final Map<Analyzer, List<Token>> tokens = new ConcurrentHashMap<>();

  private final Map<String, DroppedWords> dropped;
  private final BitSet stopWords = new BitSet();

  private QueryTerms(Query query, Collection<String> codes, LanguageAnalyzers analyzers) {
    this.text = query.text();
    this.analyzers = analyzers;
    this.dropped =
        query.language().isUndetermined()
            ? mostDropped(codes)
            : Map.of(query.language().code(), dropped(query.language().code()));
    dropped.values().forEach(ofCode -> stopWords.or(ofCode.characters()));
  }

  /**
   * Analyses a query.
   *
   * @param query the query
   * @param codes codes of the candidate languages if the query language is not given
   * @param analyzers the analyzers of the index
   */
  public static QueryTerms of(Query query, Collection<String> codes, LanguageAnalyzers analyzers) {
    return new QueryTerms(query, codes, analyzers);
  }

  /**
   * The words that the analyzer of a language removes.
   *
   * @param words number of removed words
   * @param characters positions of their characters
   */
  private record DroppedWords(int words, BitSet characters) {}

  /**
   * Codes of the given or assumed query languages; empty if it is not given and no analyzer removes
   * a word.
   */
  public Set<String> queryLanguages() {
    return dropped.keySet();
  }

  /** The distinct search terms for passages in a language, in the order of the query. */
  public Set<String> terms(String code) {
    return termSpans(code).keySet();
  }

  /** The distinct search terms for a language, each with its first position in the query. */
  public Map<String, Span> termSpans(String code) {
    boolean isQueryLanguage = dropped.containsKey(code);
    Map<String, Span> spans = new LinkedHashMap<>();
    for (Token token : tokens(code)) {
      if (isQueryLanguage || stopWords.nextClearBit(token.span().start()) < token.span().end()) {
        spans.putIfAbsent(token.term(), token.span());
      }
    }
    return spans;
  }

  /**
   * Whether the words at a position of the query are stop words of the given or assumed query
   * languages.
   */
  public boolean isStopWord(Span position) {
    return stopWords.nextClearBit(position.start()) >= position.end();
  }

  /** Returns the languages whose analyzers remove the most words, at least one. */
  private Map<String, DroppedWords> mostDropped(Collection<String> codes) {
    Map<String, DroppedWords> candidates = new HashMap<>();
    int words = 1;
    for (String code : codes) {
      DroppedWords dropped = dropped(code);
      if (dropped.words() > words) {
        words = dropped.words();
        candidates.clear();
      }
      if (dropped.words() == words) {
        candidates.put(code, dropped);
      }
    }
    return candidates;
  }

  private DroppedWords dropped(String code) {
    BitSet kept = new BitSet();
    tokens(code).forEach(token -> kept.set(token.span().start(), token.span().end()));
    BitSet characters = new BitSet();
    int words = 0;
    for (Token word :
        tokens.computeIfAbsent(
            LanguageAnalyzers.defaultAnalyzer(), analyzer -> tokens(analyzer, text))) {
      int next = kept.nextSetBit(word.span().start());
      if (next < 0 || next >= word.span().end()) {
        characters.set(word.span().start(), word.span().end());
        words++;
      }
    }
    return new DroppedWords(words, characters);
  }

  private List<Token> tokens(String code) {
    return tokens.computeIfAbsent(analyzers.forLanguage(code), analyzer -> tokens(analyzer, text));
  }

  /**
   * Returns the terms by which a text is found in a language: its own, and the further forms of its
   * words, in the order of their places.
   */
  public static List<Token> tokensAndForms(LanguageAnalyzers analyzers, String code, String text) {
    List<Token> own = tokens(analyzers.forLanguage(code), text);
    List<Token> forms = analyzers.forms(code).map(known -> known.tokens(text)).orElse(List.of());
    if (forms.isEmpty()) {
      return own;
    }
    // The sort is stable: at one place, the terms of the text itself come first.
    return Stream.concat(own.stream(), forms.stream())
        .sorted(Comparator.comparingInt(token -> token.span().start()))
        .toList();
  }

  /** The terms of a text, in order. */
  public static List<Token> tokens(Analyzer analyzer, String text) {
    List<Token> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        Span span = new Span(offset.startOffset(), offset.endOffset());
        tokens.add(new Token(term.toString(), span));
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string in memory failed", e);
    }
    return tokens;
  }
}
