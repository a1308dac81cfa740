package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import com.ibm.icu.lang.UCharacter;
import java.util.List;
import java.util.OptionalInt;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * SentencePiece's Unigram tokenizer, as XLM-R and its family have it: the most probable way to cut
 * each word into pieces of a vocabulary. Gives the ids that the library {@code tokenizers} of
 * Hugging Face gives for the same {@code tokenizer.json}, with one difference: special tokens that
 * are written in a text are text like all other.
 *
 * <p>A piece's place takes in the space before its word where the piece has the mark for it; a mark
 * that stands for no space has the place of the first character.
 */
public final class UnigramTokenizer implements Tokenizer {
  private final UnigramVocabulary vocabulary;
  private final List<TextNormalizer> normalizers;
  private final Metaspace metaspace;
  private final SpecialTokens specialTokens;
  private final UnigramCache cache = new UnigramCache();

  private UnigramTokenizer(
      UnigramVocabulary vocabulary,
      List<TextNormalizer> normalizers,
      Metaspace metaspace,
      SpecialTokens specialTokens) {
    this.vocabulary = vocabulary;
    this.normalizers = List.copyOf(normalizers);
    this.metaspace = requireNonNull(metaspace, "metaspace is null");
    this.specialTokens = specialTokens;
  }

  /**
   * A tokenizer over a vocabulary.
   *
   * @param model of two equal pieces the last counts
   * @param normalizers what is done to a text first, in this order
   * @throws IllegalArgumentException if the unknown piece is not among the pieces
   */
  public static UnigramTokenizer of(
      UnigramModel model,
      List<TextNormalizer> normalizers,
      Metaspace metaspace,
      SpecialTokens specialTokens) {
    int unknown = specialTokens.unknownId();
    int size = model.tokens().size();
    if (unknown < 0 || unknown >= size) {
      throw new IllegalArgumentException(
          "the unknown piece has the id " + unknown + ", expected one from 0 to " + (size - 1));
    }
    return new UnigramTokenizer(
        new UnigramVocabulary(model, unknown), normalizers, metaspace, specialTokens);
  }

  @Override
  public int[] ids(String text) {
    TokenBuffer pieces = TokenBuffer.idsOnly(text.length());
    tokenize(AlignedText.of(text, false), pieces);
    return pieces.ids();
  }

  @Override
  public TokenizedText tokenize(String text) {
    TokenBuffer pieces = TokenBuffer.withOffsets(text.length());
    tokenize(AlignedText.of(text, true), pieces);
    return pieces.toTokenizedText();
  }

  @Override
  public int vocabularySize() {
    return vocabulary.size();
  }

  @Override
  public String token(int id) {
    return vocabulary.token(id);
  }

  @Override
  public OptionalInt id(String piece) {
    return vocabulary.id(piece);
  }

  @Override
  public SpecialTokens specialTokens() {
    return specialTokens;
  }

  private void tokenize(AlignedText original, TokenBuffer pieces) {
    AlignedText text = original;
    for (TextNormalizer step : normalizers) {
      text = TextNormalizers.apply(step, text);
    }
    UnigramSegmentation words = new UnigramSegmentation(text, vocabulary, cache, metaspace, pieces);
    int length = text.length();
    if (!metaspace.splitWhiteSpace()) {
      words.segment(0, length, metaspace.prepend() != Metaspace.Prepend.NEVER);
      return;
    }
    char[] chars = text.chars();
    for (int from = 0; from < length; ) {
      int to = from;
      while (to < length && !UCharacter.isUWhiteSpace(chars[to])) {
        to++;
      }
      words.segment(from, to, prepends(text, from));
      from = to + 1;
    }
  }

  private boolean prepends(AlignedText text, int word) {
    return switch (metaspace.prepend()) {
      case ALWAYS -> true;
      case FIRST -> text.start(word) == 0;
      case NEVER -> false;
    };
  }
}
