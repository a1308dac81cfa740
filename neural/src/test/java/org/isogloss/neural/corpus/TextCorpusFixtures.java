// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Creates corpora for tests. */
public final class TextCorpusFixtures {
  private TextCorpusFixtures() {}

  /**
   * Writes a corpus and opens it.
   *
   * @param base path of the files without their extensions
   * @param texts adds the content
   */
  public static TextCorpus corpus(Path base, Consumer<SentencePairSink> texts) {
    try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
      texts.accept(builder);
      builder.write();
    }
    return TextCorpus.open(base);
  }
}
