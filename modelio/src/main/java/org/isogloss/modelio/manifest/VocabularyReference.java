package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.tokenizer.TokenizerFiles;

/**
 * A vocabulary that a model does not carry itself: its tokenizer, and the vectors of its pieces,
 * are those of another model.
 *
 * @param model whose they are: the name of a shipped model, or a folder, named from beside that of
 *     the borrower
 * @param tokenizerSha256 the checksum of the tokenizer's files, see {@link
 *     ModelFolder#tokenizerChecksum}
 * @param vectorsSha256 the checksum of the vectors as they lie in the other model's graph
 */
public record VocabularyReference(String model, String tokenizerSha256, String vectorsSha256) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  public VocabularyReference {
    if (requireNonNull(model, "model is null").isBlank()) {
      throw new IllegalArgumentException("a vocabulary is borrowed from a model with a name");
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

  /** Whether a file is part of a tokenizer, which who borrows one has no need of. */
  public static boolean isTokenizerFile(Path file) {
    return file.getFileName() != null && TokenizerFiles.ALL.contains(file.getFileName().toString());
  }
}
