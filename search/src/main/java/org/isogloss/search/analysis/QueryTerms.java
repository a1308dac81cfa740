package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.isogloss.core.Query;
import org.isogloss.text.Span;

/**
 * What a query asks of the passages of each language. Every language analyses the query by its own
 * rules. What is a stop word in the language of the asker is left out of all other languages:
 * {@code die} is no English verb in a German question. Where nobody said the asker's language, it
 * is the one whose rules drop most words of the query, or all of these; where none drops any,
 * nothing is left out. {@code docs/search.md} has what this was measured to be worth.
 */
public final class QueryTerms {
  /** A term and where it stands in the text. */
  public record Token(String term, Span span) {}

  private final String text;
  private final LanguageAnalyzers analyzers;

  /** Several languages share an analyzer. */
  private final Map<Analyzer, List<Token>> tokens = new HashMap<>();

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
   * @param codes of the languages that it may be in, where nobody says
   */
  public static QueryTerms of(Query query, Collection<String> codes, LanguageAnalyzers analyzers) {
    return new QueryTerms(query, codes, analyzers);
  }

  /**
   * What a language's analysis leaves nothing of.
   *
   * @param words how many words
   * @param characters where these stand
   */
  private record DroppedWords(int words, BitSet characters) {}

  /** The code of the asker's language, or of those that it may be; none where none drops a word. */
  public Set<String> queryLanguages() {
    return dropped.keySet();
  }

  /** The different terms that are asked of passages of a language, in the order of the query. */
  public Set<String> terms(String code) {
    return termSpans(code).keySet();
  }

  /** The same, each with where it stands first in the query. */
  public Map<String, Span> termSpans(String code) {
    boolean own = dropped.containsKey(code);
    Map<String, Span> asked = new LinkedHashMap<>();
    for (Token token : tokens(code)) {
      if (own || stopWords.nextClearBit(token.span().start()) < token.span().end()) {
        asked.putIfAbsent(token.term(), token.span());
      }
    }
    return asked;
  }

  /** The languages whose analysis drops most words, at least one. */
  private Map<String, DroppedWords> mostDropped(Collection<String> codes) {
    Map<String, DroppedWords> most = new HashMap<>();
    int words = 1;
    for (String code : codes) {
      DroppedWords dropped = dropped(code);
      if (dropped.words() > words) {
        words = dropped.words();
        most.clear();
      }
      if (dropped.words() == words) {
        most.put(code, dropped);
      }
    }
    return most;
  }

  private DroppedWords dropped(String code) {
    BitSet kept = new BitSet();
    tokens(code).forEach(token -> kept.set(token.span().start(), token.span().end()));
    BitSet characters = new BitSet();
    int words = 0;
    for (Token word :
        tokens.computeIfAbsent(LanguageAnalyzers.defaultAnalyzer(), all -> tokens(all, text))) {
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
      throw new UncheckedIOException("a text in memory cannot fail to be read", e);
    }
    return tokens;
  }
}
