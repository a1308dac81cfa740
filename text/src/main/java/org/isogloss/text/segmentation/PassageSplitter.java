// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/**
 * Splits a document into passages at sentence boundaries. Lengths are in words of {@link
 * WordSegmenter}, so that the same limit suits languages with and without spaces. A word of more
 * than 32 UTF-16 units counts as several words, and a character of more than 128 units (a letter
 * with endless marks) as several characters, so that the length of a passage is bounded for any
 * text. A sentence that is longer than the limit is split between words.
 *
 * @param maxWords maximum number of words in a passage, at least 1
 * @param overlap number of sentences that a passage repeats from the previous one; fewer if they
 *     would leave no room for a new sentence
 */
public record PassageSplitter(int maxWords, int overlap) {
  private static final int MAX_WORD_LENGTH = 32;

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

  /**
   * A sentence, or a part of a sentence that is too long; {@code words} is its length against the
   * limit.
   */
  private record Part(Span span, int words) {}

  /**
   * The passages of a text, in order, without surrounding white space. Together they cover all
   * characters that are not white space. Offsets refer to {@code text}.
   */
  public List<Span> split(String text, Language language) {
    if (text.length() <= maxWords) { // A word has at least one character.
      return new GraphemeBoundaries(text).trim(0, text.length()).stream().toList();
    }
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
      first = end == parts.size() ? end : overlapStart(parts, first, end);
    }
    return passages;
  }

  /** The first part of the passage whose first new part is {@code next}. */
  private int overlapStart(List<Part> parts, int previous, int next) {
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
      boolean firstWord = true;
      while (word < words.size() && words.get(word).start() < sentence.end()) {
        // Characters before the first word of a sentence belong to that sentence.
        addCuts(cuts, firstWord ? sentence.start() : words.get(word).start(), graphemes);
        firstWord = false;
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

  /** Adds a cut at {@code to}, and further cuts before it if the last cut is too far away. */
  private static void addCuts(List<Integer> cuts, int to, GraphemeBoundaries graphemes) {
    int end = graphemes.atOrBefore(to);
    int last = cuts.getLast();
    while (end - last > MAX_WORD_LENGTH) {
      int cut = graphemes.atOrBefore(last + MAX_WORD_LENGTH);
      last = cut > last ? cut : graphemes.atOrAfter(last + MAX_WORD_LENGTH);
      cuts.add(last);
    }
    if (end > last) {
      cuts.add(end);
    }
  }
}
