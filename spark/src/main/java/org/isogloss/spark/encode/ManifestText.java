// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;

/**
 * The manifest of the index for which passages are encoded, as text that travels to executors and
 * lies next to the passages.
 */
public final class ManifestText {
  private ManifestText() {}

  static String of(IndexManifest manifest) {
    return IndexManifestJson.json(manifest).toPrettyString();
  }

  /**
   * Parses a manifest.
   *
   * @throws IsoglossException if it is not valid, or of another version
   */
  public static IndexManifest parse(String text) {
    try {
      return IndexManifestJson.parse(
          Path.of(EncodeJob.MANIFEST),
          (ObjectNode) JsonFile.MAPPER.readTree(text),
          LanguageAnalyzers.shipped());
    } catch (JsonProcessingException | ClassCastException e) {
      throw new IsoglossException(
          EncodeJob.MANIFEST + ": is damaged, expected a JSON object; encode the documents again",
          e);
    }
  }
}
