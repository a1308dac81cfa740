package org.isogloss.search;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.SentenceSegmenter;

/** Chooses what to show of a passage. */
final class SnippetGenerator {
  private static final int MAX_LENGTH = 240;
  private static final String ELLIPSIS = "…";

  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final VectorOptions options;

  SnippetGenerator(
      IndexSnapshot snapshot, Optional<QueryVectorCache> vectors, VectorOptions options) {
    this.snapshot = snapshot;
    this.options = options;
    this.vectors = vectors;
  }

  private record Match(Span span, String term) {}

  Snippet generate(Query query, Passage passage) {
    String text = passage.text();
    List<Span> sentences = SentenceSegmenter.split(text, passage.language());
    if (sentences.isEmpty()) {
      return new Snippet(passage.title(), List.of());
    }
    List<Match> matches = matches(query, passage);
    int best =
        bestSentence(query, passage, sentences.size())
            .orElseGet(() -> chooseSentence(query, passage, matches, sentences));
    int start = sentences.get(best).start();
    int end = sentences.get(best).end();
    for (int next = best + 1;
        next < sentences.size() && sentences.get(next).end() - start <= MAX_LENGTH;
        next++) {
      end = sentences.get(next).end();
    }
    Span whole = new Span(start, end);
    return render(text, whole, shorten(text, whole, matches), matches);
  }

  /** The one that the passage was scored by, where the index has vectors of sentences. */
  private OptionalInt bestSentence(Query query, Passage passage, int sentences) {
    if (vectors.isEmpty() || !options.sentences()) {
      return OptionalInt.empty();
    }
    float[] vector = vectors.get().get(query.text());
    if (!Encoder.isNonZero(vector)) {
      return OptionalInt.empty();
    }
    var asked = DenseQuery.of(query, vector, snapshot.means(), options.calibrated());
    OptionalInt best = snapshot.bestSentence(asked, passage);
    return best.isPresent() && best.getAsInt() < sentences ? best : OptionalInt.empty();
  }

  private List<Match> matches(Query query, Passage passage) {
    String code = passage.language().code();
    Set<String> codes = new HashSet<>(snapshot.codes());
    codes.add(code);
    Set<String> terms = QueryTerms.of(query, codes, snapshot.analyzers()).terms(code);
    List<Match> matches = new ArrayList<>();
    for (QueryTerms.Token token :
        QueryTerms.tokens(snapshot.analyzers().forLanguage(code), passage.text())) {
      boolean apart = matches.isEmpty() || token.span().start() >= matches.getLast().span().end();
      if (apart && token.span().end() > token.span().start() && terms.contains(token.term())) {
        matches.add(new Match(token.span(), token.term()));
      }
    }
    return matches;
  }

  private int chooseSentence(
      Query query, Passage passage, List<Match> matches, List<Span> sentences) {
    return matches.isEmpty()
        ? nearestSentence(query, passage.text(), sentences)
        : mostInformativeSentence(matches, passage, sentences);
  }

  /** The sentence whose different matches are the rarest together; of equal ones the first. */
  private int mostInformativeSentence(List<Match> matches, Passage passage, List<Span> sentences) {
    String field = PassageFields.textField(passage.language().code());
    int best = 0;
    double most = -1;
    for (int i = 0; i < sentences.size(); i++) {
      Set<String> seen = new HashSet<>();
      double sum = 0;
      for (Match match : matches) {
        if (sentences.get(i).start() <= match.span().start()
            && match.span().end() <= sentences.get(i).end()
            && seen.add(match.term())) {
          sum += weight(new Term(field, match.term()));
        }
      }
      if (sum > most) {
        most = sum;
        best = i;
      }
    }
    return best;
  }

  private double weight(Term term) {
    try {
      long passages = snapshot.fieldStatistics(term.field()).passages();
      long holding = snapshot.reader().docFreq(term);
      return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
    } catch (IOException e) {
      throw snapshot.failure(e);
    }
  }

  private int nearestSentence(Query query, String text, List<Span> sentences) {
    if (vectors.isEmpty() || sentences.size() == 1) {
      return 0;
    }
    List<String> texts = sentences.stream().map(span -> span.coveredText(text)).toList();
    float[][] encoded = vectors.get().encoder().encode(texts, Role.PASSAGE);
    float[] asked = vectors.get().get(query.text());
    int best = 0;
    for (int i = 1; i < encoded.length; i++) {
      if (VectorUtil.dotProduct(asked, encoded[i]) > VectorUtil.dotProduct(asked, encoded[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Shortens what is too long, between words, around the first match in it. */
  private static Span shorten(String text, Span span, List<Match> matches) {
    if (span.end() - span.start() <= MAX_LENGTH) {
      return span;
    }
    int first =
        matches.stream()
            .map(match -> match.span().start())
            .filter(start -> start >= span.start() && start < span.end())
            .findFirst()
            .orElse(span.start());
    BreakIterator words = BreakIterator.getWordInstance(ULocale.ROOT);
    words.setText(text);
    int start = span.start();
    if (first - start > MAX_LENGTH / 2) {
      start = Math.max(start, words.preceding(first - MAX_LENGTH / 4));
    }
    int end = Math.min(span.end(), start + MAX_LENGTH);
    if (end < span.end() && !words.isBoundary(end)) {
      int before = words.preceding(end);
      if (before > Math.max(start, first)) {
        return new Span(start, before);
      }
      // A word longer than a snippet: cut it, though not a character.
      end = Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }
    return new Span(start, end);
  }

  /**
   * Makes blanks of white space and moves the offsets of the matches along.
   *
   * @param whole the sentences that {@code span} was cut from
   */
  private static Snippet render(String text, Span whole, Span span, List<Match> matches) {
    StringBuilder shown = new StringBuilder(span.start() > whole.start() ? ELLIPSIS : "");
    int[] moved = new int[span.end() - span.start() + 1];
    for (int i = span.start(); i < span.end(); i++) {
      moved[i - span.start()] = shown.length();
      char c = text.charAt(i);
      boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (!blank) {
        shown.append(c);
      } else if (!shown.isEmpty() && shown.charAt(shown.length() - 1) != ' ') {
        shown.append(' ');
      }
    }
    moved[span.end() - span.start()] = shown.length();
    List<Span> highlights = new ArrayList<>();
    for (Match match : matches) {
      if (match.span().start() >= span.start() && match.span().end() <= span.end()) {
        highlights.add(
            new Span(
                moved[match.span().start() - span.start()],
                moved[match.span().end() - span.start()]));
      }
    }
    if (span.end() < whole.end()) {
      shown.append(ELLIPSIS);
    }
    return new Snippet(shown.toString(), highlights);
  }
}
