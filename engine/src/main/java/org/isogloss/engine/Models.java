package org.isogloss.engine;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.rerank.PairScorers;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;

/**
 * Opens models: each is named by its folder, or by the name of a model that is shipped in a jar on
 * the class path, such as {@code tiny}. A folder of that name goes first.
 */
public final class Models {
  /** The model of a new index if no other one is named. */
  public static final String DEFAULT = "compact";

  /** The name that stands for no model: an index of words alone. */
  public static final String NONE = "none";

  private Models() {}

  /**
   * Opens a model that encodes texts, to run on all processors.
   *
   * @throws IsoglossException if there is no such model, it is damaged, or it is no encoder
   */
  public static LoadedModel open(String folderOrName) {
    return open(folderOrName, InferenceOptions.defaults().threads());
  }

  /**
   * Opens a model that encodes texts.
   *
   * @param threads how many batches it encodes at the same time, 1 or more
   * @throws IsoglossException like {@link #open(String)}
   */
  public static LoadedModel open(String folderOrName, int threads) {
    InferenceOptions options = InferenceOptions.defaults().withThreads(threads);
    ModelFolder folder = ModelFolder.open(folderOrName);
    try {
      String name =
          isFolder(folderOrName)
              ? Path.of(folderOrName).toAbsolutePath().normalize().toString()
              : folderOrName;
      return new LoadedModel(name, folder, Encoders.open(folder, options));
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * Opens a re-ranker, to run on all processors.
   *
   * @return to be closed by the caller
   * @throws IsoglossException if there is no such model, it is damaged, or it is no re-ranker
   */
  public static PairScorer openReranker(String folderOrName) {
    return openReranker(folderOrName, InferenceOptions.defaults().threads());
  }

  /**
   * Opens a re-ranker.
   *
   * @param threads how many batches it scores at the same time, 1 or more
   * @return to be closed by the caller
   * @throws IsoglossException like {@link #openReranker(String)}
   */
  public static PairScorer openReranker(String folderOrName, int threads) {
    InferenceOptions options = InferenceOptions.defaults().withThreads(threads);
    try (ModelFolder folder = ModelFolder.open(folderOrName)) {
      return PairScorers.open(folder, options);
    }
  }

  /** Whether there is a model folder, or a shipped model, of a name. */
  public static boolean exists(String folderOrName) {
    if (isFolder(folderOrName)) {
      return true;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(folderOrName);
    shipped.ifPresent(ModelFolder::close);
    return shipped.isPresent();
  }

  /**
   * The name of the model that documents in a folder are indexed with: that of the index in it,
   * {@link #NONE} if this one has no vectors, or {@link #DEFAULT} if an index can be made there.
   *
   * @throws IsoglossException if the folder holds something else, or its manifest cannot be read
   */
  public static String ofIndex(Path folder) {
    return SearchIndex.findManifest(folder).map(Models::of).orElse(DEFAULT);
  }

  /** The name of the model that an index was made with; {@link #NONE} for words alone. */
  static String of(IndexManifest manifest) {
    return manifest.model().map(IndexManifest.Model::name).orElse(NONE);
  }

  private static boolean isFolder(String folderOrName) {
    try {
      return Files.isDirectory(Path.of(folderOrName));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
