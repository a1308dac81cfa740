package org.isogloss.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.text.Span;

/**
 * What a query asks of the passages of each language. Every language analyses the query by its own
 * rules. What is a stop word in the language of the asker is left out of all other languages:
 * {@code die} is no English verb in a German question. Where nobody said the asker's language, it
 * is the one whose rules drop most words of the query, or all of these; where none drops any,
 * nothing is left out. {@code docs/search.md} has what this was measured to be worth.
 */
final class QueryTerms {
  /** A term and where it stands in the text. */
  record Token(String term, Span span) {}

  private final String text;

  /** Several languages share an analyzer. */
  private final Map<Analyzer, List<Token>> tokens = new HashMap<>();

  private QueryTerms(String text) {
    this.text = text;
  }

  /**
   * The different terms of a query.
   *
   * @param codes of the languages to analyse it in
   * @return for each code its terms, in the order of the query
   */
  static Map<String, Set<String>> of(Query query, Collection<String> codes) {
    return new QueryTerms(query.text()).terms(query.language(), codes);
  }

  /**
   * What a language's analysis leaves nothing of.
   *
   * @param words how many words
   * @param characters where these stand
   */
  private record Dropped(int words, BitSet characters) {}

  private Map<String, Set<String>> terms(Language language, Collection<String> codes) {
    Map<String, Dropped> dropped =
        language.isUndetermined()
            ? mostDropped(codes)
            : Map.of(language.code(), dropped(language.code()));
    BitSet stopWords = new BitSet();
    dropped.values().forEach(ofCode -> stopWords.or(ofCode.characters()));
    Map<String, Set<String>> terms = new TreeMap<>();
    for (String code : codes) {
      boolean own = dropped.containsKey(code);
      Set<String> ofCode = new LinkedHashSet<>();
      for (Token token : tokens(code)) {
        if (own || stopWords.nextClearBit(token.span().start()) < token.span().end()) {
          ofCode.add(token.term());
        }
      }
      terms.put(code, ofCode);
    }
    return terms;
  }

  /** The languages whose analysis drops most words, at least one. */
  private Map<String, Dropped> mostDropped(Collection<String> codes) {
    Map<String, Dropped> most = new HashMap<>();
    int words = 1;
    for (String code : codes) {
      Dropped dropped = dropped(code);
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

  private Dropped dropped(String code) {
    BitSet kept = new BitSet();
    tokens(code).forEach(token -> kept.set(token.span().start(), token.span().end()));
    BitSet characters = new BitSet();
    int words = 0;
    for (Token word : tokens.computeIfAbsent(Analyzers.words(), all -> tokens(all, text))) {
      int next = kept.nextSetBit(word.span().start());
      if (next < 0 || next >= word.span().end()) {
        characters.set(word.span().start(), word.span().end());
        words++;
      }
    }
    return new Dropped(words, characters);
  }

  private List<Token> tokens(String code) {
    return tokens.computeIfAbsent(Analyzers.of(code), analyzer -> tokens(analyzer, text));
  }

  /** The terms of a text, in order. */
  static List<Token> tokens(Analyzer analyzer, String text) {
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
