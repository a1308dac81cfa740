// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.text.deromanization.DeromanizationTables;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * The options of an engine, which {@link EngineBuilder} describes. An empty option has the value
 * with which the index was created.
 *
 * @param scorers re-rankers of the program, by name
 * @param retrievers retrievers of the program, by name
 * @param model model folder, or name of a shipped model
 * @param encoder an encoder of the program, which replaces the model
 * @param external a model that Isogloss does not run
 * @param answers opens the model that finds answers
 * @param translators add the translation models
 * @param inference how the models run; the number of threads is also that of indexing and searches
 */
record EngineOptions(
    IndexLocation location,
    Map<String, PairScorer> scorers,
    Map<String, Retriever> retrievers,
    Optional<String> model,
    Optional<EngineEncoder> encoder,
    Optional<IndexManifest.Model> external,
    Optional<Function<InferenceOptions, AnswerFinder>> answers,
    List<Consumer<Translators>> translators,
    Optional<DeromanizationTables> deromanization,
    Optional<Pipeline> pipeline,
    Optional<PassageSplitter> passages,
    Optional<VectorOptions> vectors,
    Optional<String> tokenVectors,
    Optional<String> sparse,
    Optional<List<Language>> projected,
    LanguageAnalyzers analyzers,
    boolean keepWriterOpen,
    Map<String, FieldType> fieldTypes,
    InferenceOptions inference) {
  EngineOptions {
    scorers = Map.copyOf(scorers);
    retrievers = Map.copyOf(retrievers);
    translators = List.copyOf(translators);
  }

  int threads() {
    return inference.threads();
  }
}
