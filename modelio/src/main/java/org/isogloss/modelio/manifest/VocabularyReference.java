// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.tokenizer.TokenizerFiles;

/**
 * A reference to the vocabulary of another model, for a model that does not contain its own
 * tokenizer and token vectors.
 *
 * @param model the model that contains the vocabulary: the name of a shipped model, or a folder,
 *     relative to the parent of the referring model's folder
 * @param tokenizerSha256 the checksum of the tokenizer's files, see {@link
 *     ModelFolder#tokenizerChecksum}
 * @param vectorsSha256 the checksum of the vectors as stored in the other model's graph
 */
public record VocabularyReference(String model, String tokenizerSha256, String vectorsSha256) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  public VocabularyReference {
    if (requireNonNull(model, "model is null").isBlank()) {
      throw new IllegalArgumentException("a vocabulary reference needs the name of a model");
    }
    ModelManifest.requirePrintable("vocabulary.model", model);
    requireChecksum("tokenizer", tokenizerSha256);
    requireChecksum("vectors", vectorsSha256);
  }

  private static void requireChecksum(String what, String found) {
    if (!SHA256.matcher(requireNonNull(found, what + " is null")).matches()) {
      throw new IllegalArgumentException(
          what + "_sha256 is \"" + found + "\", expected 64 hexadecimal digits");
    }
  }

  /**
   * Returns whether a file is part of a tokenizer; a model that refers to another vocabulary does
   * not need it.
   */
  public static boolean isTokenizerFile(Path file) {
    return file.getFileName() != null && TokenizerFiles.ALL.contains(file.getFileName().toString());
  }
}
