// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/**
 * A checkpoint of Stanford's ColBERT: the linear layer is among the weights, and {@value #SETTINGS}
 * has the settings, with the defaults of ColBERT.
 */
final class ColbertCheckpoint {
  /** Number of tokens of a query if none is stated. */
  static final int QUERY_LENGTH = 32;

  private static final String SETTINGS = "artifact.metadata";
  private static final String CONFIG = "config.json";
  private static final String ARCHITECTURE = "HF_ColBERT";

  private ColbertCheckpoint() {}

  static Optional<MultiVectorModules> read(Path folder) {
    boolean stated =
        FolderPaths.find(folder, CONFIG)
            .map(ModelJson::read)
            .filter(config -> config.strings("architectures").contains(ARCHITECTURE))
            .isPresent();
    return stated
        ? Optional.of(
            of(
                folder,
                FolderPaths.find(folder, SETTINGS)
                    .map(ModelJson::read)
                    .orElseGet(() -> ModelJson.empty(folder))))
        : Optional.empty();
  }

  private static MultiVectorModules of(Path folder, JsonObject json) {
    boolean skips = json.booleanOrDefault("mask_punctuation", true);
    TokenVectorSettings settings =
        new TokenVectorSettings(
            true,
            true,
            OptionalInt.empty(),
            Optional.of(
                new QueryExpansion(
                    json.findIntAtLeast("query_maxlen", 1).orElse(QUERY_LENGTH),
                    true,
                    json.booleanOrDefault("attend_to_mask_tokens", false),
                    Optional.empty())),
            skips ? MultiVectorSettingsReader.PUNCTUATION : List.of());
    return new MultiVectorModules(
        folder,
        new TokenVectorHead(TokenVectorHead.Form.CHECKPOINT, List.of(folder), settings),
        json.findString("query_token_id").orElse("[unused0]") + " ",
        json.findString("doc_token_id").orElse("[unused1]") + " ",
        json.findIntAtLeast("doc_maxlen", 1));
  }
}
