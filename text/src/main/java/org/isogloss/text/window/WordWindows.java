// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * The input of a model that labels given words. Each word is tokenized on its own, as if white
 * space surrounded it. A sentence that is too long is read in windows of whole words that overlap
 * by about a quarter; each word belongs to the window in which it is farthest from an end.
 */
public final class WordWindows {
  private final Tokenizer tokenizer;
  private final int maxLength;
  private final int available;

  /**
   * Prepares the input.
   *
   * @param maxLength maximum number of tokens of a window, with special tokens
   * @throws IllegalArgumentException if this leaves no room for a token
   */
  public WordWindows(Tokenizer tokenizer, int maxLength) {
    this.tokenizer = requireNonNull(tokenizer, "tokenizer is null");
    this.maxLength = maxLength;
    SpecialTokens special = tokenizer.specialTokens();
    this.available = maxLength - special.prefix().length - special.suffix().length;
    if (available < 1) {
      throw new IllegalArgumentException(
          "the maximum length of " + maxLength + " tokens leaves no room for a word");
    }
  }

  /** Returns the windows of a sentence, in order; none if it has no words. */
  public List<WordWindow> of(List<String> words) {
    if (words.isEmpty()) {
      return List.of();
    }
    List<TokenizedText> tokens = words.stream().map(this::tokenize).toList();
    List<TextWindow> windows = split(tokens.stream().mapToInt(TokenizedText::size).toArray());
    List<WordWindow> all = new ArrayList<>(windows.size());
    int from = 0;
    for (int i = 0; i < windows.size(); i++) {
      TextWindow window = windows.get(i);
      int to =
          i + 1 < windows.size() ? (windows.get(i + 1).from() + window.to() + 1) / 2 : words.size();
      all.add(window(tokens.subList(window.from(), window.to()), window.from(), from, to));
      from = to;
    }
    return all;
  }

  /** Returns the tokens of a word: at least one, and no more than fit. */
  private TokenizedText tokenize(String word) {
    TokenizedText tokens = tokenizer.tokenize(word);
    return tokens.size() == 0
        ? new TokenizedText(
            new int[] {tokenizer.specialTokens().unknownId()},
            new int[] {0},
            new int[] {word.length()})
        : tokens.part(0, Math.min(tokens.size(), available));
  }

  /** Splits a sentence into windows of words that have at most {@code available} tokens. */
  private List<TextWindow> split(int[] sizes) {
    List<TextWindow> windows = new ArrayList<>();
    int from = 0;
    while (true) {
      int to = from;
      for (int room = available; to < sizes.length && sizes[to] <= room; to++) {
        room -= sizes[to];
      }
      windows.add(new TextWindow(from, to));
      if (to == sizes.length) {
        return windows;
      }
      from = overlapStart(sizes, from, to);
    }
  }

  /**
   * Returns the first of the last words of a window that have at most a quarter of its tokens, and
   * leave room for the next word.
   */
  private int overlapStart(int[] sizes, int from, int to) {
    int start = to;
    int room = Math.min(available / 4, available - sizes[to]);
    for (; start > from && sizes[start - 1] <= room; start--) {
      room -= sizes[start - 1];
    }
    return start;
  }

  private WordWindow window(List<TokenizedText> words, int firstWord, int from, int to) {
    int[] firstTokens = new int[words.size()];
    int at = tokenizer.specialTokens().prefix().length;
    for (int i = 0; i < firstTokens.length; i++) {
      firstTokens[i] = at;
      at += words.get(i).size();
    }
    return new WordWindow(
        tokenizer.specialTokens().addTo(joined(words), maxLength),
        firstWord,
        firstTokens,
        from,
        to);
  }

  private static TokenizedText joined(List<TokenizedText> words) {
    return new TokenizedText(
        joinedArrays(words.stream().map(TokenizedText::ids).toList()),
        joinedArrays(words.stream().map(TokenizedText::starts).toList()),
        joinedArrays(words.stream().map(TokenizedText::ends).toList()));
  }

  private static int[] joinedArrays(List<int[]> parts) {
    return parts.stream().flatMapToInt(Arrays::stream).toArray();
  }
}
