package org.isogloss.search.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * What an index says about itself in {@value #FILE}; written once, when the index is made.
 *
 * <pre>{@code
 * {
 *   "kind": "index", "format": 2, "lucene": "10.5.0",
 *   "model": {"name": "tiny", "fingerprint": "3f...", "dimension": 256},
 *   "passages": {"max_words": 160, "overlap": 0},
 *   "vectors": {"calibrated": false, "sentences": false},
 *   "projected": ["en"],
 *   "analyzers": {"de": "lucene-german", ..., "otherwise": "icu-folding"}
 * }
 * }</pre>
 *
 * @param lucene version of Lucene that the index was made with
 * @param model whose vectors it holds; empty for an index of words alone
 * @param passages how documents were cut
 * @param vectors which vectors of them there are
 * @param projectedLanguages codes of the languages of queries for which the frequencies of other
 *     languages' terms are projected when passages are written; none unless asked for
 * @param analyzers the name of the analyzer of each language, by the language's code
 */
public record IndexManifest(
    String lucene,
    Optional<Model> model,
    PassageSplitter passages,
    VectorOptions vectors,
    SortedSet<String> projectedLanguages,
    SortedMap<String, String> analyzers) {
  /** Its name in the folder. */
  public static final String FILE = "isogloss.json";

  /** Of the index format that this version reads and writes. */
  public static final int FORMAT = 2;

  /**
   * An encoder, as an index remembers it.
   *
   * @param name what people call it, not blank; for messages and for finding it again
   * @param fingerprint {@link Encoder#fingerprint}: by this it is recognised
   * @param dimension of its vectors
   */
  public record Model(String name, String fingerprint, int dimension) {
    public Model {
      requireNonNull(fingerprint, "fingerprint is null");
      if (requireNonNull(name, "name is null").isBlank()) {
        throw new IllegalArgumentException("a model needs a name");
      }
      if (dimension < 1) {
        throw new IllegalArgumentException("dimension is " + dimension + ", expected 1 or more");
      }
    }

    public static Model of(String name, Encoder encoder) {
      return new Model(name, encoder.fingerprint(), encoder.dimension());
    }
  }

  public IndexManifest {
    requireNonNull(lucene, "lucene is null");
    requireNonNull(model, "model is null");
    requireNonNull(passages, "passages is null");
    requireNonNull(vectors, "vectors is null");
    if (model.isEmpty() && !vectors.equals(VectorOptions.PLAIN)) {
      throw new IllegalArgumentException("an index without a model has no vectors: " + vectors);
    }
    projectedLanguages = new TreeSet<>(projectedLanguages);
    analyzers = new TreeMap<>(analyzers);
  }

  /**
   * Reads the manifest of an index.
   *
   * @throws IsoglossException if the folder is not an index, its manifest is damaged, or it was
   *     made by a version of Isogloss or Lucene that this one cannot read
   */
  public static IndexManifest read(Path folder) {
    return read(folder, LanguageAnalyzers.shipped());
  }

  /**
   * Reads the manifest of an index that was made with the given analyzers.
   *
   * @throws IsoglossException like {@link #read(Path)}, and if it was made with other analyzers
   */
  public static IndexManifest read(Path folder, LanguageAnalyzers analyzers) {
    return IndexManifestJson.read(folder, analyzers);
  }

  /** Refuses an encoder that is not the one whose vectors this index holds. */
  public void requireModel(Path folder, Encoder encoder) {
    Model expected =
        model.orElseThrow(
            () ->
                new IsoglossException(
                    folder
                        + ": the index was made without a model and holds no vectors; leave the"
                        + " model out, or index the collection again with it into another folder"));
    if (!expected.fingerprint().equals(encoder.fingerprint())) {
      throw new IsoglossException(
          folder
              + ": the index holds vectors of the model "
              + expected.name()
              + " (fingerprint "
              + shortened(expected.fingerprint())
              + ", "
              + expected.dimension()
              + " dimensions), found another one (fingerprint "
              + shortened(encoder.fingerprint())
              + ", "
              + encoder.dimension()
              + " dimensions); give the model that it was made with, or index the collection again"
              + " into another folder");
    }
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12);
  }
}
