// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The manifest of a model folder, stored in {@value #FILE}.
 *
 * <pre>{@code
 * {
 *   "format": 1,
 *   "name": "tiny",
 *   "licence": "Apache-2.0",
 *   "encoding": {"query_prefix": "", "passage_prefix": "", "max_length": 512, "pooling": "mean"},
 *   "provenance": {
 *     "recipe": "...", "seed": 42, "version": "0.1.0",
 *     "sources": [{"name": "en-de.tsv.gz", "sha256": "...", "licence": "CC-BY-2.0"}],
 *     "measured": [{"benchmark": "tatoeba-36", "measure": "accuracy", "value": 0.5}]
 *   }
 * }
 * }</pre>
 *
 * @param name the name of the model, not blank
 * @param licence the licence of the model, as an SPDX identifier if there is one
 * @param vocabulary the vocabulary of another model that this model uses: {@code "vocabulary":
 *     {"model": "compact", "tokenizer_sha256": "...", "vectors_sha256": "..."}}; empty if the model
 *     has its own
 * @param wordScoring settings of a model that scores query words one by one: {@code "words":
 *     {"prior_odds": 0.0001}}; empty if the model reads a query as a whole
 * @param probability how the scores of a re-ranker become probabilities: {@code "probability":
 *     {"slope": 20.1, "intercept": -9, "size_weight": 0.6}}, and if texts compete {@code
 *     "alternative"}; empty if that is not known
 */
public record ModelManifest(
    String name,
    String licence,
    EncodingSettings encoding,
    Optional<VocabularyReference> vocabulary,
    Optional<WordLevelScoring> wordScoring,
    Optional<ScoreProbability> probability,
    Provenance provenance) {
  /** The name of the file in a model folder. */
  public static final String FILE = "isogloss.json";

  /** Maximum length of a name, that of a path on most systems. */
  private static final int MAX_NAME = 4096;

  /** Version of the format that is written; older versions can still be read. */
  public static final int FORMAT = 1;

  public ModelManifest {
    requireNonNull(licence, "licence is null");
    requireNonNull(encoding, "encoding is null");
    requireNonNull(vocabulary, "vocabulary is null");
    requireNonNull(wordScoring, "wordScoring is null");
    requireNonNull(probability, "probability is null");
    requireNonNull(provenance, "provenance is null");
    if (requireNonNull(name, "name is null").isBlank()) {
      throw new IllegalArgumentException("a model needs a name");
    }
    requirePrintable("name", name);
    requirePrintable("licence", licence);
  }

  /**
   * Rejects control characters: names are used in paths, reports and other files, which a NUL or a
   * line feed would break.
   */
  static void requirePrintable(String key, String value) {
    if (value.length() > MAX_NAME || value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          key
              + " is "
              + Excerpt.quote(value)
              + ", expected at most "
              + MAX_NAME
              + " characters and no control characters");
    }
  }

  /** Creates the manifest of a model that has its own vocabulary and reads queries as a whole. */
  public ModelManifest(
      String name, String licence, EncodingSettings encoding, Provenance provenance) {
    this(name, licence, encoding, Optional.empty(), Optional.empty(), Optional.empty(), provenance);
  }

  /**
   * Reads the manifest of a model folder.
   *
   * @throws ModelFormatException if there is none, or a key in it is missing, unknown or invalid
   */
  public static ModelManifest read(Path folder) {
    return ManifestJson.read(FolderPaths.resolve(folder, FILE));
  }

  /** Writes the manifest into a model folder. */
  public void write(Path folder) {
    JsonFile.write(folder.resolve(FILE), ManifestJson.toJson(this));
  }

  /**
   * Returns the manifest of a model that is made from this one: it scores words like this one, and
   * has a vocabulary of its own.
   *
   * @param sameScores whether it computes the same scores, so that their conversion to
   *     probabilities still holds
   */
  public ModelManifest derived(
      String name,
      String licence,
      EncodingSettings encoding,
      Provenance provenance,
      boolean sameScores) {
    return new ModelManifest(
        name,
        licence,
        encoding,
        Optional.empty(),
        wordScoring,
        sameScores ? probability : Optional.empty(),
        provenance);
  }

  /** Returns this manifest with another provenance. */
  public ModelManifest withProvenance(Provenance provenance) {
    return new ModelManifest(
        name, licence, encoding, vocabulary, wordScoring, probability, provenance);
  }

  /** Returns this manifest with another conversion of scores to probabilities. */
  public ModelManifest withProbability(ScoreProbability probability) {
    return new ModelManifest(
        name, licence, encoding, vocabulary, wordScoring, Optional.of(probability), provenance);
  }

  /** Returns this manifest for a model that uses the vocabulary of another model. */
  public ModelManifest withVocabulary(VocabularyReference vocabulary) {
    return new ModelManifest(
        name, licence, encoding, Optional.of(vocabulary), wordScoring, probability, provenance);
  }

  /** Returns this manifest for a cross-encoder that scores query words one by one. */
  public ModelManifest withWordScoring(WordLevelScoring wordScoring) {
    return new ModelManifest(
        name, licence, encoding, vocabulary, Optional.of(wordScoring), probability, provenance);
  }
}
