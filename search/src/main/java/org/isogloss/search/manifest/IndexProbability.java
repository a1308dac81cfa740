// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.json.ProbabilityJson;

/**
 * The conversion of scores to probabilities in one index, as estimated from judged queries on this
 * index; stored in the file {@value #FILE} of its folder. It replaces that of the model.
 *
 * @param reranker name of the re-ranker in pipelines whose scores are converted; empty for the
 *     cosines of the vectors of queries and passages
 * @param probability the conversion of its scores
 */
public record IndexProbability(Optional<String> reranker, ScoreProbability probability) {
  /** Name of the file. */
  public static final String FILE = "probability.json";

  private static final int MAX_BYTES = 1 << 16;

  public IndexProbability {
    requireNonNull(reranker, "reranker is null");
    requireNonNull(probability, "probability is null");
  }

  /**
   * Reads the file of an index.
   *
   * @return empty if the index has none
   * @throws IsoglossException if it is not valid
   */
  public static Optional<IndexProbability> find(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return Optional.of(parse(JsonObject.read(file, MAX_BYTES, IndexProbability::damaged)));
  }

  /** Reads a conversion that is not in a file of its own. */
  public static IndexProbability parse(Path shown, ObjectNode json) {
    return parse(JsonObject.of(shown, json, IndexProbability::damaged));
  }

  private static IndexProbability parse(JsonObject json) {
    try {
      IndexProbability found =
          new IndexProbability(json.findString("reranker"), ProbabilityJson.read(json));
      json.rejectUnknownKeys();
      return found;
    } catch (IllegalArgumentException e) {
      throw damaged(json.file(), e.getMessage(), e);
    }
  }

  private static IsoglossException damaged(Path file, String problem, Throwable cause) {
    return new IsoglossException(
        file + ": " + problem + "; estimate the probabilities again, or delete the file", cause);
  }

  /** Writes the file of an index. */
  public void write(Path folder) {
    JsonFile.write(folder.resolve(FILE), json());
  }

  /** Returns the JSON that {@link #parse(Path, ObjectNode)} reads. */
  public ObjectNode json() {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    reranker.ifPresent(name -> json.put("reranker", name));
    ProbabilityJson.put(json, probability);
    return json;
  }
}
