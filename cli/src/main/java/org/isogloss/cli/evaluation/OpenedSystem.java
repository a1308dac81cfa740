// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.cli.model.ProbabilityFolder;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.Translators;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;

/** The open models of a benchmark with pipelines. */
final class OpenedSystem implements AutoCloseable {
  private final LoadedModel model;
  private final Translators translators;
  private final Rerankers rerankers;
  private final List<Path> tables;
  private final InferenceOptions inference;

  /**
   * Opens translation models next to an encoder, which is closed if that fails.
   *
   * @param tables files of translation tables
   * @param inference how the encoder and re-rankers are run
   */
  OpenedSystem(
      LoadedModel model,
      Supplier<Translators> translators,
      List<Path> tables,
      InferenceOptions inference) {
    this.model = model;
    this.tables = tables;
    this.inference = inference;
    try {
      this.translators = translators.get();
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
    this.rerankers = new Rerankers(inference);
  }

  LoadedModel model() {
    return model;
  }

  /** Returns the pipeline of a new index of the model. */
  String defaultPipeline() {
    return DefaultPipeline.ofNewIndex(SearchIndex.defaultPipeline(model.encoder()), model.name())
        .toString();
  }

  PipelineComponents components() {
    return new PipelineComponents(rerankers::find, name -> Optional.empty(), translators.models());
  }

  /** Returns a folder of the model whose scores a pipeline converts to probabilities. */
  ProbabilityFolder probabilityFolder(Path folder, Pipeline pipeline) {
    return ProbabilityFolder.of(
        folder, pipeline, rerankers::find, Optional.of(model.encoder()), inference);
  }

  /**
   * Returns the system that searches by a pipeline.
   *
   * @throws IsoglossException before documents are indexed if the pipeline cannot run
   */
  IndexedSystem searchingBy(String pipeline) {
    requireTranslations(pipeline);
    return new IndexedSystem(
            model.folder().manifest().name(),
            model.encoder(),
            pipeline,
            inference.threads(),
            components())
        .withTables(tables);
  }

  /** Fails if a pipeline needs translations, and there are none. */
  void requireTranslations(String pipeline) {
    Pipeline parsed = Pipeline.parse(pipeline);
    boolean tablesNeeded =
        parsed.lexicalRetrievers().stream()
            .anyMatch(part -> part.usesTables() && !(part instanceof Pipeline.Translate));
    if (tablesNeeded && tables.isEmpty()) {
      throw new IsoglossException(
          "the pipeline \"" + pipeline + "\" needs translation tables: give them with --table");
    }
    boolean tablesSuffice = !tables.isEmpty() && !parsed.usesTranslatedVectors();
    if (parsed.usesTranslationModels() && translators.models().isEmpty() && !tablesSuffice) {
      throw new IsoglossException(
          "the pipeline \""
              + pipeline
              + "\" needs translations: give models with --translator, or, for translate, tables"
              + " with --table");
    }
  }

  @Override
  public void close() {
    try (model;
        translators;
        rerankers) {
      // Closes all of them, whichever fails.
    }
  }
}
