package org.isogloss.neural.staticencoder;

import java.util.Arrays;

/**
 * Texts as bags of pieces, for models whose rows are selected once a batch.
 *
 * @param pieces the pieces that occur, each once
 * @param places for every token of every text, its place in {@code pieces}
 * @param starts where each text's tokens begin in {@code places}
 */
record BagBatch(int[] pieces, int[] places, int[] starts) {
  int texts() {
    return starts.length;
  }

  /** Gathers texts into a batch; holds scratch space of the vocabulary's size, for one thread. */
  static final class Builder {
    private final int[] placeOf;
    private int[] pieces = new int[1 << 12];
    private int[] places = new int[1 << 14];
    private int[] starts = new int[1 << 10];
    private int pieceCount;
    private int tokenCount;
    private int textCount;

    Builder(int vocabularySize) {
      placeOf = new int[vocabularySize];
      Arrays.fill(placeOf, -1);
    }

    void beginText() {
      if (textCount == starts.length) {
        starts = Arrays.copyOf(starts, textCount * 2);
      }
      starts[textCount++] = tokenCount;
    }

    void add(int piece) {
      int place = placeOf[piece];
      if (place < 0) {
        if (pieceCount == pieces.length) {
          pieces = Arrays.copyOf(pieces, pieceCount * 2);
        }
        place = pieceCount++;
        pieces[place] = piece;
        placeOf[piece] = place;
      }
      if (tokenCount == places.length) {
        places = Arrays.copyOf(places, tokenCount * 2);
      }
      places[tokenCount++] = place;
    }

    /** The batch; the builder is empty again. */
    BagBatch build() {
      BagBatch batch =
          new BagBatch(
              Arrays.copyOf(pieces, pieceCount),
              Arrays.copyOf(places, tokenCount),
              Arrays.copyOf(starts, textCount));
      for (int i = 0; i < pieceCount; i++) {
        placeOf[pieces[i]] = -1;
      }
      pieceCount = 0;
      tokenCount = 0;
      textCount = 0;
      return batch;
    }
  }
}
