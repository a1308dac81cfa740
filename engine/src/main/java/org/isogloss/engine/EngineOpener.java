// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.SearchIndexBuilder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.PipelineComponents;

/**
 * Opens engines.
 *
 * @param options the options of the engines
 */
record EngineOpener(EngineOptions options) {
  /** Opens the index. */
  SearchEngine open() {
    return open(options.location().manifest(options.analyzers()));
  }

  /** Opens the index, or creates one without documents if there is none. */
  SearchEngine openOrCreate() {
    Optional<IndexManifest> found = options.location().findManifest(options.analyzers());
    return found.isPresent()
        ? open(found.get())
        : engine(opened(Optional.empty()), /* created= */ true);
  }

  private SearchEngine open(IndexManifest manifest) {
    options
        .external()
        .ifPresent(expected -> manifest.requireModel(options.location().name(), expected));
    Optional<EngineEncoder> engineEncoder =
        manifest.model().isEmpty() && options.encoder().isEmpty()
            ? Optional.empty()
            : opened(Optional.of(manifest));
    return engine(engineEncoder, /* created= */ false);
  }

  /** Returns the encoder that was set, or opens that of an index, or of a new one. */
  private Optional<EngineEncoder> opened(Optional<IndexManifest> index) {
    String name = options.model().orElseGet(() -> index.map(Models::of).orElse(Models.DEFAULT));
    return options
        .encoder()
        .or(
            () ->
                name.equals(Models.NONE)
                    ? Optional.empty()
                    : Optional.of(EngineEncoder.openFor(index, name, options.inference())));
  }

  private IndexWriteAccess writing(EngineModels models) {
    return new IndexWriteAccess(() -> indexer(models), options.keepWriterOpen());
  }

  private IndexerBuilder indexer(EngineModels models) {
    IndexerBuilder builder =
        Indexer.at(options.location())
            .analyzers(options.analyzers())
            .fieldTypes(options.fieldTypes())
            .threads(options.threads());
    options.external().ifPresent(builder::model);
    models.model().ifPresent(known -> builder.encoder(known.name(), known.encoder()));
    tokenVectorName(models)
        .ifPresent(name -> builder.tokenVectors(name, models.rerankers().tokenVectorScorer(name)));
    models.sparse().ifPresent(sparse -> builder.sparse(sparse.name(), sparse.encoder()));
    options.passages().ifPresent(builder::passages);
    options.vectors().ifPresent(builder::vectors);
    options.projected().ifPresent(builder::projectedLanguages);
    return builder;
  }

  private Optional<String> tokenVectorName(EngineModels models) {
    Optional<IndexManifest> existing = options.location().findManifest(options.analyzers());
    return existing.isPresent() && options.tokenVectors().isEmpty()
        ? models.rerankers().tokenVectorName(existing.get())
        : DefaultPipeline.tokenVectorModel(
            existing, models.model().map(EngineEncoder::name), options.tokenVectors());
  }

  /**
   * Opens an engine.
   *
   * @param created whether the index does not exist yet
   */
  private SearchEngine engine(Optional<EngineEncoder> engineEncoder, boolean created) {
    EngineModels models = openModels(engineEncoder);
    try {
      if (created) {
        try (IndexWriteAccess creating = writing(models)) {
          creating.create();
        }
      }
      IndexManifest manifest = options.location().manifest(options.analyzers());
      // Without the encoder of an index, the program wants to search without loading models.
      boolean withoutModels = models.model().isEmpty() && manifest.model().isPresent();
      Optional<TokenVectorScorer> scorer =
          withoutModels ? Optional.empty() : models.tokenVectorScorer(manifest);
      SearchIndexBuilder opening =
          SearchIndex.at(options.location()).analyzers(options.analyzers());
      models.encoder().ifPresent(opening::encoder);
      scorer.ifPresent(opening::tokenVectors);
      models.sparse().ifPresent(sparse -> opening.sparse(sparse.encoder()));
      SearchIndex index = opening.open();
      try {
        return engine(models, index, defaultPipeline(models, index, scorer.isPresent()), created);
      } catch (RuntimeException e) {
        index.close();
        throw e;
      }
    } catch (RuntimeException e) {
      models.close();
      throw e;
    }
  }

  private EngineModels openModels(Optional<EngineEncoder> engineEncoder) {
    Translators opened = new Translators(options.threads());
    try {
      options.translators().forEach(adding -> adding.accept(opened));
      return new EngineModels(
          engineEncoder,
          sparseModel(),
          new Rerankers(options.inference(), options.scorers()),
          opened,
          options.answers().map(opener -> opener.apply(options.inference())),
          new WorkerPool("search", options.threads()));
    } catch (RuntimeException e) {
      opened.close();
      engineEncoder.ifPresent(EngineEncoder::close);
      throw e;
    }
  }

  private Optional<SparseModel> sparseModel() {
    Optional<IndexManifest> existing = options.location().findManifest(options.analyzers());
    // An index with vectors can be opened without models, unless a pipeline needs them.
    boolean withoutModels =
        options.model().equals(Optional.of(Models.NONE))
            && existing.flatMap(IndexManifest::model).isPresent();
    boolean unused = options.pipeline().filter(Pipeline::usesSparseVectors).isEmpty();
    return withoutModels && unused && options.sparse().isEmpty()
        ? Optional.empty()
        : SparseModel.find(existing, options.sparse(), options.inference());
  }

  private Pipeline defaultPipeline(EngineModels models, SearchIndex index, boolean tokenVectors) {
    return options
        .pipeline()
        .orElseGet(
            () ->
                DefaultPipeline.of(
                    index.defaultPipeline(),
                    models.model().map(EngineEncoder::name),
                    tokenVectors
                        ? models.rerankers().tokenVectorName(index.manifest())
                        : Optional.empty()));
  }

  private SearchEngine engine(
      EngineModels models, SearchIndex index, Pipeline defaultPipeline, boolean created) {
    PipelineComponents components =
        new PipelineComponents(
            models.rerankers()::find,
            name -> Optional.ofNullable(options.retrievers().get(name)),
            models.translators().models(),
            models.workers());
    if (!created) {
      // Opens the re-ranker early and fails early if a component is not available. A new index is
      // not checked, because components such as tables may be added to it later.
      index.retriever(defaultPipeline, Set.of(), components);
    }
    return new SearchEngine(
        options.location(),
        new CurrentCommit(index, components),
        defaultPipeline,
        new QueryReader(new QueryTransliterator(options.deromanization())),
        models,
        writing(models),
        options.fieldTypes(),
        options.threads());
  }
}
