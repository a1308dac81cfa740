package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * A query beside each of some texts, as a cross-encoder reads them. A text that is too long becomes
 * several {@link TextWindow parts}. A query takes at most half of the room, and of a longer one the
 * beginning counts.
 */
final class PairSequenceBuilder {
  private final SpecialTokens special;
  private final int maxLength;
  private final TokenizedText query;
  private final int maxTextTokens;
  private final List<TokenSequence> sequences = new ArrayList<>();

  PairSequenceBuilder(Tokenizer tokenizer, String query, int maxLength) {
    this.special = tokenizer.specialTokens();
    this.maxLength = maxLength;
    int forTexts =
        maxLength - special.prefix().length - special.separator().length - special.suffix().length;
    TokenizedText all = tokenizer.tokenize(query);
    this.query = part(all, 0, Math.min(all.size(), forTexts / 2));
    this.maxTextTokens = forTexts - this.query.size();
  }

  /**
   * Adds a text.
   *
   * @param pieces of the text
   * @return how many sequences it became, at least 1
   */
  int add(TokenizedText pieces) {
    List<TextWindow> parts = TextWindow.split(pieces.size(), maxTextTokens);
    parts.forEach(part -> addPart(part(pieces, part.from(), part.to())));
    return parts.size();
  }

  private void addPart(TokenizedText text) {
    sequences.add(TokenSequence.of(special.addTo(query, text, maxLength)));
  }

  private static TokenizedText part(TokenizedText pieces, int from, int to) {
    return new TokenizedText(
        Arrays.copyOfRange(pieces.ids(), from, to),
        Arrays.copyOfRange(pieces.starts(), from, to),
        Arrays.copyOfRange(pieces.ends(), from, to));
  }

  /** All sequences so far, in the order of the texts. */
  List<TokenSequence> sequences() {
    return sequences;
  }
}
