package org.isogloss.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.PairScorer;
import org.isogloss.model.ModelFolder;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxCrossEncoder;

/** The cross-encoders that pipelines name, each opened when it is first asked for. */
final class Rerankers implements AutoCloseable {
  private final InferenceOptions options;
  private final Map<String, PairScorer> opened = new HashMap<>();

  Rerankers(int threads) {
    options = InferenceOptions.defaults().withThreads(threads);
  }

  /**
   * The cross-encoder of a model folder, or of a shipped model.
   *
   * @return never empty: what cannot be opened is an error that says why
   */
  Optional<PairScorer> find(String folderOrName) {
    return Optional.of(opened.computeIfAbsent(folderOrName, this::open));
  }

  private PairScorer open(String folderOrName) {
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return OnnxCrossEncoder.open(folder, options);
    }
  }

  @Override
  public void close() {
    opened.values().forEach(PairScorer::close);
  }
}
