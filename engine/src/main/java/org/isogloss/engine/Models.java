// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TextTranslator;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.rerank.PairScorers;
import org.isogloss.runtime.sparse.OnnxSparseEncoder;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.runtime.translation.Translator;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.text.decoding.AnswerExtractor;

/**
 * Opens models by their folder, or by the name of a model that is shipped in a jar on the class
 * path, such as {@code tiny}. A folder takes precedence over a shipped model of the same name.
 */
public final class Models {
  /** The default model of a new index. */
  public static final String DEFAULT = "compact";

  /** The name that means no model: a purely lexical index. */
  public static final String NONE = "none";

  private Models() {}

  /**
   * Opens a model that encodes texts, with one thread per available processor.
   *
   * @throws IsoglossException if there is no such model, it is damaged, or it is not an encoder
   */
  public static LoadedModel open(String folderOrName) {
    return open(folderOrName, InferenceOptions.defaults());
  }

  /**
   * Opens a model that encodes texts.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @param threads maximum number of batches that are encoded at the same time, 1 or more
   * @throws IsoglossException like {@link #open(String)}
   */
  public static LoadedModel open(String folderOrName, int threads) {
    return open(folderOrName, InferenceOptions.defaults().withThreads(threads));
  }

  /**
   * Opens a model that encodes texts.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException like {@link #open(String)}, and if the device cannot be used
   */
  public static LoadedModel open(String folderOrName, InferenceOptions options) {
    return open(folderOrName, options, Encoders::open);
  }

  /**
   * Opens a model that encodes the texts of an index, but not the graph of a transformer if the
   * index stores token vectors that yield the vectors of texts, too: the model may never be needed.
   *
   * @throws IsoglossException like {@link #open(String)}; a damaged graph may be found with the
   *     first text
   */
  public static LoadedModel openFor(
      Optional<IndexManifest> index, String folderOrName, InferenceOptions options) {
    boolean deferred =
        index
            .flatMap(IndexManifest::tokenVectors)
            .filter(IndexManifest.TokenVectorModel::pooled)
            .isPresent();
    return open(folderOrName, options, deferred ? Encoders::openDeferred : Encoders::open);
  }

  private static LoadedModel open(
      String folderOrName,
      InferenceOptions options,
      BiFunction<ModelFolder, InferenceOptions, CountingEncoder> opener) {
    ModelFolder folder = ModelFolder.open(folderOrName);
    try {
      return new LoadedModel(absoluteName(folderOrName), folder, opener.apply(folder, options));
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * Opens a re-ranker, with one thread per available processor.
   *
   * @return the re-ranker, which the caller closes
   * @throws IsoglossException if there is no such model, it is damaged, or it is not a re-ranker
   */
  public static PairScorer openReranker(String folderOrName) {
    return openReranker(folderOrName, InferenceOptions.defaults());
  }

  /**
   * Opens a re-ranker.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @param threads maximum number of batches that are scored at the same time, 1 or more
   * @return the re-ranker, which the caller closes
   * @throws IsoglossException like {@link #openReranker(String)}
   */
  public static PairScorer openReranker(String folderOrName, int threads) {
    return openReranker(folderOrName, InferenceOptions.defaults().withThreads(threads));
  }

  /**
   * Opens a re-ranker.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @return the re-ranker, which the caller closes
   * @throws IsoglossException like {@link #openReranker(String)}, and if the device cannot be used
   */
  public static PairScorer openReranker(String folderOrName, InferenceOptions options) {
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return PairScorers.open(folder, options);
    }
  }

  /**
   * Opens a model that finds answers: a transformer with a head for question answering.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @return the model, which the caller closes
   * @throws IsoglossException if there is no such model, it is damaged, it has no such head, or the
   *     device cannot be used
   */
  public static AnswerExtractor openAnswerExtractor(String folderOrName, InferenceOptions options) {
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return AnswerReader.open(folder, options);
    }
  }

  /**
   * Opens a model that computes weights of terms: a transformer with SpladePooling, or with a
   * linear layer for the weights of tokens.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @return the model, which the caller closes
   * @throws IsoglossException if there is no such model, it is damaged, it computes no such
   *     weights, or the device cannot be used
   */
  public static SparseEncoder openSparse(String folderOrName, InferenceOptions options) {
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return OnnxSparseEncoder.open(folder, options);
    }
  }

  /**
   * Opens a translation model, which runs on the CPU.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @param threads maximum number of batches that are translated at the same time, 1 or more
   * @return the model, which the caller closes
   * @throws IsoglossException if there is no such model, it is damaged, or does not translate
   */
  public static TextTranslator openTranslator(String folderOrName, int threads) {
    InferenceOptions options = InferenceOptions.defaults().withThreads(threads);
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return Translator.open(folder, options);
    }
  }

  /** Returns whether a model folder or a shipped model of this name exists. */
  public static boolean exists(String folderOrName) {
    if (isFolder(folderOrName)) {
      return true;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(folderOrName);
    shipped.ifPresent(ModelFolder::close);
    return shipped.isPresent();
  }

  /**
   * Returns the name of the model that encodes documents added to the index at a location: the
   * model of the existing index, {@link #NONE} if that index has no vectors, or {@link #DEFAULT} if
   * there is no index.
   *
   * @throws IsoglossException if the location contains something other than an index, or its
   *     manifest cannot be read
   */
  public static String ofIndex(IndexLocation location) {
    return location.findManifest().map(Models::of).orElse(DEFAULT);
  }

  /** The name of the model with which an index was created; {@link #NONE} if it has no vectors. */
  static String of(IndexManifest manifest) {
    return manifest.model().map(IndexManifest.Model::name).orElse(NONE);
  }

  /** The name of a model independently of the current directory. */
  static String absoluteName(String folderOrName) {
    return isFolder(folderOrName)
        ? Path.of(folderOrName).toAbsolutePath().normalize().toString()
        : folderOrName;
  }

  private static boolean isFolder(String folderOrName) {
    try {
      return Files.isDirectory(Path.of(folderOrName));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
