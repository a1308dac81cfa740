package org.isogloss.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;

/**
 * An index, open, with the model that its vectors are from.
 *
 * @param model empty where there are no vectors, or none are needed
 */
record OpenedIndex(SearchIndex index, Optional<LoadedModel> model) implements AutoCloseable {
  /**
   * Opens an index.
   *
   * @param named where its model is now, if that is elsewhere than when the index was made
   * @param vectors whether they are needed; without them there is no model to wait for
   */
  static OpenedIndex open(Path folder, Optional<String> named, boolean vectors, int threads) {
    Optional<String> known =
        IndexManifest.read(folder).model().map(model -> named.orElse(model.name()));
    if (!vectors || known.isEmpty() || known.get().equals(LoadedModel.NONE)) {
      return new OpenedIndex(SearchIndex.open(folder), Optional.empty());
    }
    LoadedModel model = LoadedModel.open(known.get(), threads);
    try {
      return new OpenedIndex(SearchIndex.open(folder, model.encoder()), Optional.of(model));
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  /** The encoder of its vectors; empty if there are none, or none are needed. */
  Optional<Encoder> encoder() {
    return model.map(LoadedModel::encoder);
  }

  /** The pipeline for who names none: with the re-ranker that goes with the index's model. */
  String usualPipeline() {
    String pipeline = index.defaultPipeline();
    return model.map(known -> Rerankers.usualPipeline(pipeline, known.name())).orElse(pipeline);
  }

  @Override
  public void close() {
    index.close();
    model.ifPresent(LoadedModel::close);
  }
}
