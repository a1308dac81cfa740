package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.text.Pieces;
import org.isogloss.text.Tokenizer;

/**
 * Remembers how passages were cut into pieces: the same ones stand before many queries. Those that
 * were not asked for the longest go first. Safe for use by many threads at once.
 */
final class PieceCache {
  private final Tokenizer tokenizer;
  private final int most;
  private final Map<String, Pieces> byText = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /**
   * An empty one.
   *
   * @param most pieces that are remembered, of 12 bytes each
   */
  PieceCache(Tokenizer tokenizer, int most) {
    this.tokenizer = requireNonNull(tokenizer, "tokenizer is null");
    this.most = most;
  }

  /** A text's pieces. */
  Pieces pieces(String text) {
    synchronized (byText) {
      Pieces known = byText.get(text);
      if (known != null) {
        return known;
      }
    }
    Pieces made = tokenizer.pieces(text);
    synchronized (byText) {
      if (byText.putIfAbsent(text, made) == null) {
        held += made.size();
      }
      Iterator<Pieces> eldest = byText.values().iterator();
      while (held > most) {
        held -= eldest.next().size();
        eldest.remove();
      }
    }
    return made;
  }

  /** How many texts are remembered. */
  int size() {
    synchronized (byText) {
      return byText.size();
    }
  }
}
