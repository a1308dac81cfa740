package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.isogloss.neural.PairSink;

/** Corpora that tests write in place. */
public final class SmallTexts {
  private SmallTexts() {}

  /**
   * Writes a corpus and opens it.
   *
   * @param base the files' name without what their extensions say
   * @param texts says what is in it
   */
  public static TextCorpus corpus(Path base, Consumer<PairSink> texts) {
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      texts.accept(builder);
      builder.write();
    }
    return TextCorpus.open(base);
  }
}
