package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.CorpusReader;
import org.isogloss.neural.PairGroup;
import org.isogloss.neural.TrainingListener;

/** Reads the parallel text of a recipe once; later runs beside the same folder find it. */
final class RankerCorpus {
  private RankerCorpus() {}

  /**
   * The corpus of a recipe's pairs; empty where it has none.
   *
   * @param work the corpus is kept beside this folder
   */
  static TextCorpus open(
      RankerData data, List<ProvenanceSource> sources, Path work, TrainingListener listener) {
    Path base = work.toAbsolutePath().resolveSibling("texts-" + RankerSources.key(data, sources));
    if (!TextCorpus.exists(base)) {
      if (data.hasPairs()) {
        listener.said("reading text");
      }
      try (TextCorpus.Builder builder = new TextCorpus.Builder(base)) {
        if (data.hasPairs()) {
          CorpusReader.read(data.corpus(), builder);
        }
        builder.write();
      }
    }
    TextCorpus corpus = TextCorpus.open(base);
    if (data.hasPairs()) {
      listener.said(
          corpus.sentences()
              + " sentences, "
              + corpus.training().stream().mapToLong(PairGroup::size).sum()
              + " pairs in "
              + corpus.training().size()
              + " groups");
    }
    return corpus;
  }
}
