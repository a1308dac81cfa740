package org.isogloss.neural.corpus;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Corpora that tests write in place. */
public final class TextCorpusFixtures {
  private TextCorpusFixtures() {}

  /**
   * Writes a corpus and opens it.
   *
   * @param base the files' name without what their extensions say
   * @param texts says what is in it
   */
  public static TextCorpus corpus(Path base, Consumer<SentencePairSink> texts) {
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      texts.accept(builder);
      builder.write();
    }
    return TextCorpus.open(base);
  }
}
