package org.isogloss.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.text.Pieces;
import org.isogloss.text.Tokenizer;

/**
 * The pieces of passages, of which those asked for last are remembered: the same passages are read
 * beside many queries. Safe for use by many threads at once.
 */
final class PassagePieces {
  private final Tokenizer tokenizer;
  private final long most;
  private final LinkedHashMap<String, Pieces> last = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /**
   * None remembered yet.
   *
   * @param most how many pieces are remembered at most, all passages together
   */
  PassagePieces(Tokenizer tokenizer, long most) {
    this.tokenizer = tokenizer;
    this.most = most;
  }

  /** The pieces of a text; not to be written to. */
  Pieces of(String text) {
    synchronized (last) {
      Pieces known = last.get(text);
      if (known != null) {
        return known;
      }
    }
    Pieces pieces = tokenizer.pieces(text);
    synchronized (last) {
      if (pieces.size() <= most && last.put(text, pieces) == null) {
        held += pieces.size();
      }
      forget();
    }
    return pieces;
  }

  private void forget() {
    while (held > most) {
      Map.Entry<String, Pieces> eldest = last.pollFirstEntry();
      held -= eldest.getValue().size();
    }
  }

  /** How many pieces are remembered. */
  long held() {
    synchronized (last) {
      return held;
    }
  }
}
