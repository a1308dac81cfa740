// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.MonolingualTextReader;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.TextCorpus;

/** Reads the parallel text of a recipe once and stores it for later runs. */
final class RankerCorpusCache {
  private RankerCorpusCache() {}

  /**
   * Opens the corpus of the pairs of a recipe; it is empty if the recipe has no pairs.
   *
   * @param work folder of the training; the corpus is stored next to it
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
        listener.messageReported("reading the parallel text");
      }
      try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
        if (data.hasPairs()) {
          ParallelTextReader.read(data.corpusOptions(), builder);
        }
        data.monolingual()
            .ifPresent(folder -> MonolingualTextReader.read(folder, data.languages(), builder));
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
