package org.isogloss.neural.staticencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.neural.PairLists;
import org.isogloss.neural.PairSink;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/** Collects a {@link WordCorpus}; texts are cut into words by many threads, in bulk. */
final class WordCorpusBuilder implements PairSink {
  private static final int BULK = 1 << 14;

  private final Tokenizer tokenizer;
  private final boolean[] continues;
  private final int maxWords;
  private final WordTable words = new WordTable();
  private final Map<String, Integer> sentences = new HashMap<>();
  private final List<String> waiting = new ArrayList<>();
  private final PairLists training = new PairLists();
  private final PairLists heldOut = new PairLists();
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
  WordCorpusBuilder(Tokenizer tokenizer, int maxWords) {
    this.tokenizer = tokenizer;
    this.maxWords = maxWords;
    this.continues = new boolean[tokenizer.vocabularySize()];
    for (int id = 0; id < continues.length; id++) {
      continues[id] = tokenizer.token(id).startsWith("##") && tokenizer.token(id).length() > 2;
    }
  }

  @Override
  public int sentence(String text) {
    Integer known = sentences.get(text);
    if (known != null) {
      return known;
    }
    int number = sentences.size();
    sentences.put(text, number);
    waiting.add(text);
    if (waiting.size() == BULK) {
      cutWaiting();
    }
    return number;
  }

  @Override
  public void train(String kind, String name, int left, int right) {
    training.add(kind, name, left, right);
  }

  @Override
  public void holdOut(String kind, String name, int left, int right) {
    heldOut.add(kind, name, left, right);
  }

  WordCorpus build() {
    cutWaiting();
    starts = Arrays.copyOf(starts, sentenceCount + 1);
    starts[sentenceCount] = tokenCount;
    return new WordCorpus(
        List.copyOf(words.words()),
        Arrays.copyOf(tokens, tokenCount),
        starts,
        training.groups(),
        heldOut.groups());
  }

  private void cutWaiting() {
    List<List<String>> cut =
        IntStream.range(0, waiting.size())
            .parallel()
            .mapToObj(i -> wordsOf(waiting.get(i)))
            .toList();
    waiting.clear();
    for (List<String> sentence : cut) {
      if (sentenceCount + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[sentenceCount++] = tokenCount;
      for (String word : sentence) {
        if (tokenCount == tokens.length) {
          tokens = Arrays.copyOf(tokens, tokens.length + (tokens.length >> 1));
        }
        tokens[tokenCount++] = words.number(word);
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
      while (i < pieces.size() && continues[pieces.ids()[i]]) {
        end = Math.max(end, pieces.ends()[i++]);
      }
      found.add(text.substring(start, end));
    }
    return found;
  }
}
