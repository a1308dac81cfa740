package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.neural.CorpusInput;
import org.isogloss.neural.CorpusOutput;
import org.isogloss.neural.PairGroup;

/**
 * A {@link WordCorpus} in a file, so that the next run need not read the text again. Version 2, as
 * {@link CorpusOutput} writes it: magic, words, tokens, starts, training groups, held-out groups;
 * every list with its length before it.
 */
final class WordCorpusFile {
  private static final int MAGIC = 0x49475743;
  private static final int VERSION = 2;

  private WordCorpusFile() {}

  static void write(WordCorpus corpus, Path file) {
    AtomicFile.write(
        file,
        bytes -> {
          CorpusOutput out = new CorpusOutput(bytes, MAGIC, VERSION);
          out.integer(corpus.words().size());
          for (String word : corpus.words()) {
            out.text(word);
          }
          out.integers(corpus.tokens());
          out.integers(corpus.starts());
          out.groups(corpus.training());
          out.groups(corpus.heldOut());
          out.end();
        });
  }

  /**
   * Reads a corpus.
   *
   * @throws org.isogloss.core.IsoglossException if the file is of another version, or damaged
   */
  static WordCorpus read(Path file) {
    try (CorpusInput in = new CorpusInput(file, MAGIC, VERSION)) {
      String[] words = new String[in.length(Integer.BYTES)];
      for (int i = 0; i < words.length; i++) {
        words[i] = in.text();
      }
      int[] tokens = in.integers(words.length);
      int[] starts = in.integers(tokens.length + 1);
      requireOrder(in, starts, tokens.length);
      List<PairGroup> training = in.groups(starts.length - 1);
      List<PairGroup> heldOut = in.groups(starts.length - 1);
      in.end();
      return new WordCorpus(Arrays.asList(words), tokens, starts, training, heldOut);
    }
  }

  private static void requireOrder(CorpusInput in, int[] starts, int tokens) {
    int before = 0;
    for (int start : starts) {
      if (start < before) {
        throw in.damaged("a sentence starts at word " + start + ", before " + before);
      }
      before = start;
    }
    if (starts.length == 0 || starts[0] != 0 || before != tokens) {
      throw in.damaged("the sentences have " + before + " words, expected " + tokens);
    }
  }
}
