// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.measure.text.UnicodeText;
import org.isogloss.text.subword.SentencePieceModel;

/**
 * The pieces of a SentencePiece model, by which BLEU is called spBLEU (Goyal et al., TACL 2022).
 * The label names the file by its content, not by the name that sacreBLEU gives to a file of its
 * own, because the two may differ.
 */
public final class SentencePieceTokenizer implements BleuTokenizer {
  private static final int LABEL_DIGITS = 8;

  private final SentencePieceModel model;
  private final String label;

  private SentencePieceTokenizer(SentencePieceModel model, String label) {
    this.model = model;
    this.label = label;
  }

  /**
   * Reads a model.
   *
   * @throws IsoglossException if the file cannot be read, or is no model of SentencePiece
   */
  public static SentencePieceTokenizer read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      MessageDigest digest = Checksums.sha256();
      digest.update(bytes);
      String label = "spm-" + Checksums.hex(digest).substring(0, LABEL_DIGITS);
      return new SentencePieceTokenizer(SentencePieceModel.of(bytes), label);
    } catch (IOException e) {
      throw new IsoglossException(file + ": " + FileErrors.readFailure(file, e), e);
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(
          file + ": found " + e.getMessage() + "; expected a model of SentencePiece", e);
    }
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public List<String> tokenize(String sentence) {
    String text = UnicodeText.stripTrailing(sentence);
    return UnicodeText.words(String.join(" ", model.pieces(text)));
  }
}
