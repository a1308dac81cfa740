// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.SearchIndex;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code isogloss.*} of an index in this process, which are not used if {@code
 * isogloss.url} names a server. An empty string stands for the default.
 *
 * @param index Folder of the index; without it there is no vector store.
 * @param initializeSchema Whether to create the index if the folder is missing or empty.
 * @param model Model folder, or name of a shipped model, that encodes texts. The default is the
 *     model with which the index was created, and 'compact' for a new index or without one.
 * @param pipeline Pipeline of searches, such as '{bm25, dense}fair'. The default is that of the
 *     index.
 * @param reranker Model folder, or name of a shipped model, of the document post-processor.
 * @param topN Maximum number of documents that the document post-processor keeps, 0 for all.
 * @param threads Number of threads that encode, index and re-rank, 0 for one per processor.
 * @param device Where models run: 'cpu', 'auto', 'cuda' or 'cuda:1', which needs ONNX Runtime for
 *     GPUs.
 * @param fields Types of metadata fields by name: string, number, boolean or date. The default is
 *     the type of the first value.
 */
@ConfigurationProperties(IsoglossProperties.PREFIX)
record IsoglossProperties(
    @DefaultValue("") String index,
    @DefaultValue("false") boolean initializeSchema,
    @DefaultValue("") String model,
    @DefaultValue("") String pipeline,
    @DefaultValue(IsoglossProperties.RERANKER) String reranker,
    @DefaultValue("0") int topN,
    @DefaultValue("0") int threads,
    @DefaultValue(IsoglossProperties.CPU) String device,
    @DefaultValue Map<String, FieldType> fields) {
  static final String PREFIX = "isogloss";

  static final String CPU = "cpu";

  /** The shipped re-ranker. */
  static final String RERANKER = "reranker";

  IsoglossProperties {
    requireNotNegative("top-n", topN);
    requireNotNegative("threads", threads);
    fields = Map.copyOf(fields);
  }

  private static void requireNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          PREFIX + "." + name + " is " + value + ", expected 0 or more");
    }
  }

  /**
   * Returns how models are run.
   *
   * @throws IllegalArgumentException if the name of the device is invalid
   */
  InferenceOptions inference() {
    InferenceOptions options = InferenceOptions.defaults().withDevice(device);
    return threads == 0 ? options : options.withThreads(threads);
  }

  /** The model to open without an index. */
  String modelWithoutIndex() {
    return model.isEmpty() ? Models.DEFAULT : model;
  }

  /**
   * Opens the index, or creates it if that is allowed.
   *
   * @throws IsoglossException if there is no index and it must not be created, or it cannot be
   *     opened
   */
  SearchEngine openEngine() {
    Path folder = Path.of(index);
    InferenceOptions inference = inference();
    EngineBuilder engine =
        SearchEngine.at(folder)
            .threads(inference.threads())
            .device(inference.device())
            .fieldTypes(fields);
    if (!model.isEmpty()) {
      engine.model(model);
    }
    if (!pipeline.isEmpty()) {
      engine.pipeline(pipeline);
    }
    if (!initializeSchema && SearchIndex.findManifest(folder).isEmpty()) {
      throw new IsoglossException(
          folder
              + ": there is no index; set isogloss.index to the folder of one, or"
              + " isogloss.initialize-schema to true to create it");
    }
    return engine.openOrCreate();
  }
}
