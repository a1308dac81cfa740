// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.TextCorpus;

/** Reads the parallel text of a recipe once; later runs with the same folder reuse it. */
final class RankerCorpusCache {
  private RankerCorpusCache() {}

  /**
   * Returns the corpus of a recipe's pairs; empty if it has none.
   *
   * @param work the corpus is stored next to this folder
   */
  static TextCorpus open(
      RankerDataOptions data,
      List<ProvenanceSource> sources,
      Path work,
      TrainingListener listener) {
    Path base =
        work.toAbsolutePath().resolveSibling("texts-" + RankerSourceFiles.corpusKey(data, sources));
    if (!TextCorpus.exists(base)) {
      if (data.hasPairs()) {
        listener.messageReported("reading text");
      }
      try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
        if (data.hasPairs()) {
          ParallelTextReader.read(data.corpusOptions(), builder);
        }
        builder.write();
      }
    }
    TextCorpus corpus = TextCorpus.open(base);
    if (data.hasPairs()) {
      listener.messageReported(
          corpus.sentenceCount()
              + " sentences, "
              + corpus.training().stream().mapToLong(PairGroup::size).sum()
              + " pairs in "
              + corpus.training().size()
              + " groups");
    }
    return corpus;
  }
}
