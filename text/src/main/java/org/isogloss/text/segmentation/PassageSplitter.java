package org.isogloss.text.segmentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.text.Span;

/**
 * Cuts a document into passages, along the ends of its sentences. Lengths are in words, those of
 * {@link WordSegmenter}, so that the same limit suits languages with and without spaces; a word of
 * more than 32 UTF-16 units counts as several, so that a passage is bounded whatever the text is
 * made of. A sentence that is longer than a passage may be is cut between words.
 *
 * @param maxWords the most words in a passage, at least 1
 * @param overlap how many sentences a passage repeats of the one before it; fewer where they would
 *     leave no room for a new one
 */
public record PassageSplitter(int maxWords, int overlap) {
  private static final int LONGEST_WORD = 32;

  public PassageSplitter {
    if (maxWords < 1) {
      throw new IllegalArgumentException("maxWords is " + maxWords + ", expected 1 or more");
    }
    if (overlap < 0) {
      throw new IllegalArgumentException("overlap is " + overlap + ", expected 0 or more");
    }
  }

  /** Passages without overlap. */
  public PassageSplitter(int maxWords) {
    this(maxWords, 0);
  }

  /** A sentence or, of one that is too long, a part; {@code words} counts as the limit does. */
  private record Part(Span span, int words) {}

  /**
   * The passages of a text, in order, without white space around them; together they hold all that
   * is not white space. Offsets are those of {@code text}.
   */
  public List<Span> split(String text, Language language) {
    List<Part> parts = parts(text, language);
    List<Span> passages = new ArrayList<>();
    int first = 0;
    while (first < parts.size()) {
      int words = parts.get(first).words();
      int end = first + 1;
      while (end < parts.size() && words + parts.get(end).words() <= maxWords) {
        words += parts.get(end).words();
        end++;
      }
      passages.add(new Span(parts.get(first).span().start(), parts.get(end - 1).span().end()));
      first = end == parts.size() ? end : withOverlap(parts, first, end);
    }
    return passages;
  }

  /** Where the passage starts whose first new part is {@code next}. */
  private int withOverlap(List<Part> parts, int previous, int next) {
    int words = parts.get(next).words();
    int first = next;
    while (first - 1 > previous
        && next - first < overlap
        && words + parts.get(first - 1).words() <= maxWords) {
      first--;
      words += parts.get(first).words();
    }
    return first;
  }

  private List<Part> parts(String text, Language language) {
    List<Span> words = WordSegmenter.split(text, language);
    var graphemes = new GraphemeBoundaries(text);
    List<Part> parts = new ArrayList<>();
    int word = 0;
    for (Span sentence : SentenceSegmenter.split(text, language)) {
      List<Integer> cuts = new ArrayList<>();
      cuts.add(sentence.start());
      boolean opening = true;
      while (word < words.size() && words.get(word).start() < sentence.end()) {
        // What stands before the first word of a sentence belongs to it.
        addCuts(cuts, opening ? sentence.start() : words.get(word).start(), graphemes);
        opening = false;
        word++;
      }
      addCuts(cuts, sentence.end(), graphemes);
      for (int i = 0; i + 1 < cuts.size(); i += maxWords) {
        int end = Math.min(i + maxWords, cuts.size() - 1);
        Optional<Span> span = graphemes.trim(cuts.get(i), cuts.get(end));
        int count = end - i;
        span.ifPresent(s -> parts.add(new Part(s, count)));
      }
    }
    return parts;
  }

  /** Adds a cut at {@code to}, and more before it where the last one is too far away. */
  private static void addCuts(List<Integer> cuts, int to, GraphemeBoundaries graphemes) {
    int end = graphemes.atOrBefore(to);
    int last = cuts.getLast();
    while (end - last > LONGEST_WORD) {
      int cut = graphemes.atOrBefore(last + LONGEST_WORD);
      last = cut > last ? cut : graphemes.atOrAfter(last + LONGEST_WORD);
      cuts.add(last);
    }
    if (end > last) {
      cuts.add(end);
    }
  }
}
