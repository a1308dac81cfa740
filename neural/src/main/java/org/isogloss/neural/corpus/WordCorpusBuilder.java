package org.isogloss.neural.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/** Collects a {@link WordCorpus}; texts are cut into words by many threads, in bulk. */
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
  private int[] tokens = new int[1 << 16];
  private int[] starts = new int[1 << 12];
  private int tokenCount;
  private int sentenceCount;

  /**
   * A builder.
   *
   * @param tokenizer says where words begin and end
   * @param maxWords words of a sentence behind these are left out
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

  public WordCorpus build() {
    tokenizePending();
    starts = Arrays.copyOf(starts, sentenceCount + 1);
    starts[sentenceCount] = tokenCount;
    return new WordCorpus(
        List.copyOf(words.words()),
        Arrays.copyOf(tokens, tokenCount),
        starts,
        training.build(),
        heldOut.build());
  }

  private void tokenizePending() {
    List<List<String>> cut =
        IntStream.range(0, pendingTexts.size())
            .parallel()
            .mapToObj(i -> wordsOf(pendingTexts.get(i)))
            .toList();
    pendingTexts.clear();
    for (List<String> sentence : cut) {
      if (sentenceCount + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[sentenceCount++] = tokenCount;
      for (String word : sentence) {
        if (tokenCount == tokens.length) {
          tokens = Arrays.copyOf(tokens, tokens.length + (tokens.length >> 1));
        }
        tokens[tokenCount++] = words.indexOf(word);
      }
    }
  }

  /** The words of a text as its tokenizer sees them, punctuation marks included. */
  List<String> wordsOf(String text) {
    TokenizedText pieces = tokenizer.tokenize(text);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < pieces.size() && found.size() < maxWords; ) {
      int start = pieces.starts()[i];
      int end = pieces.ends()[i++];
      while (i < pieces.size() && isContinuation[pieces.ids()[i]]) {
        end = Math.max(end, pieces.ends()[i++]);
      }
      found.add(text.substring(start, end));
    }
    return found;
  }
}
