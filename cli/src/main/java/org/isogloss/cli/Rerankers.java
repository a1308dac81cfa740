package org.isogloss.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.PairScorer;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.rerank.PairScorers;
import org.isogloss.search.pipeline.Pipeline;

/** The re-rankers that pipelines name, each opened when it is first asked for. */
final class Rerankers implements AutoCloseable {
  /** How it is used where nobody says; chosen on headings and sentences of a documentation. */
  static final String USUAL_STAGE = " >> rerank(weight=0.75, first=20)";

  private final InferenceOptions options;
  private final Map<String, PairScorer> opened = new HashMap<>();

  Rerankers(int threads) {
    options = InferenceOptions.defaults().withThreads(threads);
  }

  /**
   * A pipeline for who names none.
   *
   * @param pipeline without a re-ranker
   * @param encoder the name of the model whose vectors it compares
   * @return with the shipped re-ranker, where there is one that goes with that model
   */
  static String usualPipeline(String pipeline, String encoder) {
    Optional<ModelFolder> shipped = ModelFolder.findShipped(Pipeline.Reranked.DEFAULT_SCORER);
    if (shipped.isEmpty()) {
      return pipeline;
    }
    try (ModelFolder reranker = shipped.get()) {
      Optional<String> lender = reranker.manifest().vocabulary().map(VocabularyReference::model);
      return lender.equals(Optional.of(encoder)) ? pipeline + USUAL_STAGE : pipeline;
    }
  }

  /**
   * The re-ranker of a model folder, or of a shipped model.
   *
   * @return empty where no re-ranker is shipped and that one is asked for; what else cannot be
   *     opened is an error that says why
   */
  Optional<PairScorer> find(String folderOrName) {
    if (folderOrName.equals(Pipeline.Reranked.DEFAULT_SCORER) && !isThere(folderOrName)) {
      return Optional.empty();
    }
    return Optional.of(opened.computeIfAbsent(folderOrName, this::open));
  }

  private static boolean isThere(String folderOrName) {
    if (Files.isDirectory(Path.of(folderOrName))) {
      return true;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(folderOrName);
    shipped.ifPresent(ModelFolder::close);
    return shipped.isPresent();
  }

  private PairScorer open(String folderOrName) {
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return PairScorers.open(folder, options);
    }
  }

  @Override
  public void close() {
    opened.values().forEach(PairScorer::close);
  }
}
