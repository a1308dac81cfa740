// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/** Builds a {@link WordCorpus}; several threads split the texts into words, in batches. */
public final class WordCorpusBuilder implements SentencePairSink {
  private static final int BATCH_SIZE = 1 << 14;

  private final Tokenizer tokenizer;
  private final boolean[] isContinuation;
  private final int maxWords;
  private final WordIndex words = new WordIndex();
  private final Map<String, Integer> sentences = new HashMap<>();
  private final List<String> pendingTexts = new ArrayList<>();
  private final PairGroupBuilder training = new PairGroupBuilder();
  private final PairGroupBuilder heldOut = new PairGroupBuilder();
  private int[] wordIds = new int[1 << 16];
  private int[] starts = new int[1 << 12];
  private int wordCount;
  private int sentenceCount;

  /**
   * Creates a builder.
   *
   * @param tokenizer determines the word boundaries
   * @param maxWords maximum number of words of a sentence; longer sentences are truncated
   */
  public WordCorpusBuilder(Tokenizer tokenizer, int maxWords) {
    this.tokenizer = tokenizer;
    this.maxWords = maxWords;
    this.isContinuation = new boolean[tokenizer.vocabularySize()];
    for (int id = 0; id < isContinuation.length; id++) {
      isContinuation[id] = tokenizer.token(id).startsWith("##") && tokenizer.token(id).length() > 2;
    }
  }

  @Override
  public int addSentence(String text) {
    Integer known = sentences.get(text);
    if (known != null) {
      return known;
    }
    int number = sentences.size();
    sentences.put(text, number);
    pendingTexts.add(text);
    if (pendingTexts.size() == BATCH_SIZE) {
      tokenizePending();
    }
    return number;
  }

  @Override
  public void addTrainingPair(String kind, String name, int left, int right) {
    training.add(kind, name, left, right);
  }

  @Override
  public void addHeldOutPair(String kind, String name, int left, int right) {
    heldOut.add(kind, name, left, right);
  }

  /** Returns the corpus. */
  public WordCorpus build() {
    tokenizePending();
    starts = Arrays.copyOf(starts, sentenceCount + 1);
    starts[sentenceCount] = wordCount;
    return new WordCorpus(
        List.copyOf(words.words()),
        Arrays.copyOf(wordIds, wordCount),
        starts,
        training.build(),
        heldOut.build());
  }

  private void tokenizePending() {
    List<List<String>> sentenceWords =
        IntStream.range(0, pendingTexts.size())
            .parallel()
            .mapToObj(i -> wordsOf(pendingTexts.get(i)))
            .toList();
    pendingTexts.clear();
    for (List<String> sentence : sentenceWords) {
      if (sentenceCount + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[sentenceCount++] = wordCount;
      for (String word : sentence) {
        if (wordCount == wordIds.length) {
          wordIds = Arrays.copyOf(wordIds, wordIds.length + (wordIds.length >> 1));
        }
        wordIds[wordCount++] = words.indexOf(word);
      }
    }
  }

  /** Returns the words of a text as the tokenizer splits it, including punctuation marks. */
  List<String> wordsOf(String text) {
    TokenizedText tokens = tokenizer.tokenize(text);
    List<String> textWords = new ArrayList<>();
    for (int i = 0; i < tokens.size() && textWords.size() < maxWords; ) {
      int start = tokens.starts()[i];
      int end = tokens.ends()[i++];
      while (i < tokens.size() && isContinuation[tokens.ids()[i]]) {
        end = Math.max(end, tokens.ends()[i++]);
      }
      textWords.add(text.substring(start, end));
    }
    return textWords;
  }
}
