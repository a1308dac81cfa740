// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * A model file of the program SentencePiece ({@code .model}), which splits texts into the same
 * pieces as its {@code EncodeAsPieces}. Kinds of models are Unigram and BPE.
 *
 * <p>A piece that the model does not know stands for all adjacent unknown characters, or, if the
 * model falls back to bytes, for one byte.
 */
public final class SentencePieceModel {
  /** The mark of a space. */
  static final char SPACE_MARK = '\u2581';

  private final PieceInventory inventory;
  private final PieceNormalizer normalizer;
  private final PieceSegmentation segmentation;

  private SentencePieceModel(
      PieceInventory inventory, PieceNormalizer normalizer, PieceSegmentation segmentation) {
    this.inventory = inventory;
    this.normalizer = normalizer;
    this.segmentation = segmentation;
  }

  /**
   * Decodes a file.
   *
   * @throws IllegalArgumentException if the bytes are no model of a supported kind
   */
  public static SentencePieceModel of(byte[] file) {
    SentencePieceFile model = SentencePieceFile.parse(file);
    PieceInventory inventory = new PieceInventory(model.pieces(), model.byteFallback());
    PieceSegmentation segmentation =
        switch (model.modelType()) {
          case SentencePieceFile.UNIGRAM -> new UnigramPieces(inventory);
          case SentencePieceFile.BPE -> new MergedPieces(inventory);
          default ->
              throw new IllegalArgumentException(
                  "a SentencePiece model of the type "
                      + model.modelType()
                      + ", expected 1 (Unigram) or 2 (BPE)");
        };
    return new SentencePieceModel(
        inventory, new PieceNormalizer(model.normalizer(), inventory), segmentation);
  }

  /** Splits a text into pieces, in which a mark (U+2581) stands for a space. */
  public List<String> pieces(String text) {
    String normalized = normalizer.normalize(requireNonNull(text, "text is null"));
    List<String> pieces = new ArrayList<>();
    boolean afterUnknown = false;
    for (String piece : segmentation.split(normalized)) {
      boolean unknown = !inventory.contains(piece);
      if (unknown && inventory.byteFallback()) {
        inventory.addBytes(piece, pieces);
      } else if (unknown && afterUnknown) {
        pieces.add(pieces.removeLast() + piece);
      } else {
        pieces.add(piece);
      }
      afterUnknown = unknown && !inventory.byteFallback();
    }
    return pieces;
  }
}
