// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * The description of an index in the file {@value #FILE}, which is written once, when the index is
 * created.
 *
 * <pre>{@code
 * {
 *   "kind": "index", "format": 6, "lucene": "10.5.0",
 *   "model": {"name": "tiny", "fingerprint": "3f...", "dimension": 256},
 *   "passages": {"max_words": 160, "overlap": 0},
 *   "vectors": {"calibrated": false, "sentences": false, "quantization": "none",
 *               "late_chunking": false},
 *   "token_vectors": {"model": "reranker", "fingerprint": "5a...", "bytes_per_token": 98,
 *                     "pooled": true},
 *   "sparse": {"model": "bge-m3", "fingerprint": "9c..."},
 *   "projected": ["en"],
 *   "normalization": "unicode-1",
 *   "positions": true,
 *   "analyzers": {"de": "lucene-german", ..., "otherwise": "icu-folding"}
 * }
 * }</pre>
 *
 * @param lucene the version of Lucene with which the index was created
 * @param model the model whose vectors are stored; empty for a purely lexical index
 * @param passages how documents are split into passages
 * @param vectors which vectors are stored
 * @param tokenVectors the scorer whose token vectors are stored; empty if none are
 * @param projectedLanguages codes of the query languages to which term frequencies are projected
 *     when passages are written; empty by default
 * @param rules how texts are preprocessed before analyzers read them
 * @param positions whether the positions of words are stored, by which phrases are found
 * @param analyzers analyzer names by language code
 * @param sparse the model whose weights of terms are stored; empty if none are
 */
public record IndexManifest(
    String lucene,
    Optional<Model> model,
    PassageSplitter passages,
    VectorOptions vectors,
    Optional<TokenVectorModel> tokenVectors,
    SortedSet<String> projectedLanguages,
    TextRules rules,
    boolean positions,
    SortedMap<String, String> analyzers,
    Optional<SparseModel> sparse) {
  /** Name of the manifest file in the folder. */
  public static final String FILE = "isogloss.json";

  /** Version of the index format that this version of Isogloss writes. */
  public static final int FORMAT = 6;

  /**
   * The oldest version that it reads; version 2 has no token vectors, version 3 has no quantized
   * vectors, version 4 does not normalise texts, version 5 has no positions of words.
   */
  static final int OLDEST_FORMAT = 2;

  /**
   * The encoder of an index.
   *
   * @param name name of the model, not blank; used in messages and to find the model
   * @param fingerprint {@link Encoder#fingerprint}, which identifies the encoder
   * @param dimension dimension of the vectors, 1 to {@value #MAX_DIMENSION}
   */
  public record Model(String name, String fingerprint, int dimension) {
    /** Maximum dimension of vectors. */
    public static final int MAX_DIMENSION = 4_096;

    public Model {
      requireNonNull(fingerprint, "fingerprint is null");
      if (requireNonNull(name, "name is null").isBlank()) {
        throw new IllegalArgumentException("a model needs a name");
      }
      if (dimension < 1 || dimension > MAX_DIMENSION) {
        throw new IllegalArgumentException(
            "dimension is " + dimension + ", expected 1 to " + MAX_DIMENSION);
      }
    }

    public static Model of(String name, Encoder encoder) {
      return new Model(name, encoder.fingerprint(), encoder.dimension());
    }

    /**
     * Describes a model that Isogloss does not run, whose vectors come with the documents. Its
     * fingerprint depends only on name and dimension.
     */
    public static Model external(String name, int dimension) {
      String identity = "external\n" + name + "\n" + dimension;
      return new Model(name, Checksums.sha256(identity), dimension);
    }

    /** Whether Isogloss does not run the model. */
    public boolean isExternal() {
      return equals(external(name, dimension));
    }
  }

  /**
   * The scorer that computed the token vectors of an index.
   *
   * @param name name of its model, not blank; used in messages and to find the model
   * @param fingerprint {@link TokenVectorScorer#fingerprint}, which identifies the token vectors
   * @param bytesPerToken size of a token vector in bytes
   * @param pooled whether the vectors of passages are the pooled vectors of the scorer
   */
  public record TokenVectorModel(
      String name, String fingerprint, int bytesPerToken, boolean pooled) {
    public TokenVectorModel {
      requireNonNull(fingerprint, "fingerprint is null");
      if (requireNonNull(name, "name is null").isBlank()) {
        throw new IllegalArgumentException("a model needs a name");
      }
      if (bytesPerToken < 1) {
        throw new IllegalArgumentException(
            "bytesPerToken is " + bytesPerToken + ", expected 1 or more");
      }
    }
  }

  /**
   * The model that computed the weights of terms of an index.
   *
   * @param name name of the model, not blank; used in messages and to find the model
   * @param fingerprint {@link SparseEncoder#fingerprint}, which identifies the weights
   */
  public record SparseModel(String name, String fingerprint) {
    public SparseModel {
      requireNonNull(fingerprint, "fingerprint is null");
      if (requireNonNull(name, "name is null").isBlank()) {
        throw new IllegalArgumentException("a model needs a name");
      }
    }
  }

  /** Creates the manifest of an index without weights of terms. */
  public IndexManifest(
      String lucene,
      Optional<Model> model,
      PassageSplitter passages,
      VectorOptions vectors,
      Optional<TokenVectorModel> tokenVectors,
      SortedSet<String> projectedLanguages,
      TextRules rules,
      boolean positions,
      SortedMap<String, String> analyzers) {
    this(
        lucene,
        model,
        passages,
        vectors,
        tokenVectors,
        projectedLanguages,
        rules,
        positions,
        analyzers,
        Optional.empty());
  }

  public IndexManifest {
    requireNonNull(sparse, "sparse is null");
    requireNonNull(lucene, "lucene is null");
    requireNonNull(model, "model is null");
    requireNonNull(passages, "passages is null");
    requireNonNull(vectors, "vectors is null");
    requireNonNull(tokenVectors, "tokenVectors is null");
    if (model.isEmpty() && !vectors.equals(VectorOptions.PLAIN)) {
      throw new IllegalArgumentException("an index without a model has no vectors: " + vectors);
    }
    requireNonNull(rules, "rules is null");
    projectedLanguages = new TreeSet<>(projectedLanguages);
    analyzers = new TreeMap<>(analyzers);
  }

  /**
   * Reads the manifest of an index.
   *
   * @throws IsoglossException if the folder is not an index, its manifest is damaged, or the index
   *     was created by a version of Isogloss or Lucene that this version cannot read
   */
  public static IndexManifest read(Path folder) {
    return read(folder, LanguageAnalyzers.shipped());
  }

  /**
   * Reads the manifest of an index that was created with the given analyzers.
   *
   * @throws IsoglossException like {@link #read(Path)}, and if the index was created with other
   *     analyzers
   */
  public static IndexManifest read(Path folder, LanguageAnalyzers analyzers) {
    return IndexManifestJson.read(folder, analyzers);
  }

  /**
   * Checks that an encoder is the one with which the index was created.
   *
   * @param index name of the index, for messages
   * @throws IsoglossException if the index has no vectors, or vectors of another encoder
   */
  public void requireModel(String index, Encoder encoder) {
    requireModel(index, Model.of("encoder", encoder));
  }

  /**
   * Checks that a model is the one with which the index was created, whatever its name.
   *
   * @param index name of the index, for messages
   * @throws IsoglossException if the index has no vectors, or vectors of another model
   */
  public void requireModel(String index, Model found) {
    Model expected =
        model.orElseThrow(
            () ->
                new IsoglossException(
                    index
                        + ": the index was created without a model and holds no vectors; open it"
                        + " without a model, or index the collection with one into another folder"));
    if (!expected.fingerprint().equals(found.fingerprint())) {
      throw new IsoglossException(
          index
              + ": the index holds vectors of the model "
              + expected.name()
              + " (fingerprint "
              + shortened(expected.fingerprint())
              + ", "
              + expected.dimension()
              + " dimensions), found another one (fingerprint "
              + shortened(found.fingerprint())
              + ", "
              + found.dimension()
              + " dimensions); use the model of the index, or index the collection again"
              + " into another folder");
    }
  }

  /**
   * Checks that a vector has the dimension of the index.
   *
   * @param index name of the index, for messages
   * @param name what the vector belongs to, for messages
   * @throws IsoglossException if the index has no vectors, or vectors of another dimension
   */
  public void requireVector(String index, String name, float[] vector) {
    int expected =
        model
            .map(Model::dimension)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        index
                            + ": the index was created without a model and holds no vectors; create"
                            + " one with a model in another folder"));
    if (vector.length != expected) {
      throw new IsoglossException(
          index
              + ": the vector of "
              + Excerpt.unquoted(name)
              + " has "
              + vector.length
              + " dimensions, expected those of the model "
              + model.get().name()
              + ": "
              + expected);
    }
  }

  /**
   * Checks that a document with vectors that were computed elsewhere can be stored.
   *
   * @param index name of the index, for messages
   * @throws IsoglossException if the index has no vectors, stores those of sentences or tokens, or
   *     a vector has another dimension
   */
  public void requireGivenVectors(String index, EmbeddedDocument embedded) {
    for (EmbeddedPassage passage : embedded.passages()) {
      requireVector(index, embedded.document().id(), passage.vector());
    }
    if (tokenVectors.isPresent() || vectors.sentences() || sparse.isPresent()) {
      String stored = vectors.sentences() ? "vectors of sentences" : "weights of terms";
      throw new IsoglossException(
          index
              + ": the index stores "
              + (tokenVectors.isPresent() ? "vectors of tokens" : stored)
              + ", which documents with a given vector do not have; create an index that stores"
              + " only vectors of passages");
    }
  }

  /** Whether the index stores the token vectors of a scorer. */
  public boolean storesVectorsOf(TokenVectorScorer scorer) {
    return tokenVectors
        .filter(stored -> stored.fingerprint().equals(scorer.fingerprint()))
        .isPresent();
  }

  /** Whether the index stores the weights of terms by a model. */
  public boolean storesWeightsOf(SparseEncoder encoder) {
    return sparse.filter(stored -> stored.fingerprint().equals(encoder.fingerprint())).isPresent();
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12);
  }
}
