package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.text.Pieces;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * A query beside each of some texts, as a cross-encoder reads them. A text that is too long becomes
 * several {@link TextPart parts}. A query takes at most half of the room, and of a longer one the
 * beginning counts.
 */
final class PairSequences {
  private final SpecialTokens special;
  private final int maxLength;
  private final Pieces query;
  private final int room;
  private final List<TokenSequence> sequences = new ArrayList<>();

  PairSequences(Tokenizer tokenizer, String query, int maxLength) {
    this.special = tokenizer.specialTokens();
    this.maxLength = maxLength;
    int forTexts =
        maxLength - special.before().length - special.between().length - special.after().length;
    Pieces all = tokenizer.pieces(query);
    this.query = part(all, 0, Math.min(all.size(), forTexts / 2));
    this.room = forTexts - this.query.size();
  }

  /**
   * Adds a text.
   *
   * @param pieces of the text
   * @return how many sequences it became, at least 1
   */
  int add(Pieces pieces) {
    List<TextPart> parts = TextPart.of(pieces.size(), room);
    parts.forEach(part -> addPart(part(pieces, part.from(), part.to())));
    return parts.size();
  }

  private void addPart(Pieces text) {
    sequences.add(TokenSequence.of(special.around(query, text, maxLength)));
  }

  private static Pieces part(Pieces pieces, int from, int to) {
    return new Pieces(
        Arrays.copyOfRange(pieces.ids(), from, to),
        Arrays.copyOfRange(pieces.starts(), from, to),
        Arrays.copyOfRange(pieces.ends(), from, to));
  }

  /** All sequences so far, in the order of the texts. */
  List<TokenSequence> sequences() {
    return sequences;
  }
}
