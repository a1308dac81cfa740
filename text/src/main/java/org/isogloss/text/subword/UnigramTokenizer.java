// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import com.ibm.icu.lang.UCharacter;
import java.util.List;
import java.util.OptionalInt;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * SentencePiece's Unigram tokenizer, as used by XLM-R and related models: the most probable
 * segmentation of each word into tokens of a vocabulary. Returns the same ids as the library {@code
 * tokenizers} of Hugging Face for the same {@code tokenizer.json}, with one difference: the string
 * form of a special token in a text is treated as ordinary text.
 *
 * <p>The span of a token includes the space before its word if the token has the mark of that
 * space. A mark that does not represent a space has the span of the first character.
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
   * Creates a tokenizer over a vocabulary.
   *
   * @param model the vocabulary; of two equal tokens, the last one is used
   * @param normalizers the normalisation steps, in the order of application
   * @throws IllegalArgumentException if the unknown token is not in the vocabulary
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
          "the unknown token has the id " + unknown + ", expected one from 0 to " + (size - 1));
    }
    return new UnigramTokenizer(
        new UnigramVocabulary(model, unknown), normalizers, metaspace, specialTokens);
  }

  @Override
  public int[] ids(String text) {
    TokenBuffer tokens = TokenBuffer.idsOnly(text.length());
    // Whether a word is the first one depends on where it begins in the original text.
    boolean aligned = metaspace.splitWhiteSpace() && metaspace.prepend() == Metaspace.Prepend.FIRST;
    tokenize(AlignedText.of(text, aligned), tokens);
    return tokens.ids();
  }

  @Override
  public TokenizedText tokenize(String text) {
    TokenBuffer tokens = TokenBuffer.withOffsets(text.length());
    tokenize(AlignedText.of(text, true), tokens);
    return tokens.toTokenizedText();
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
  public OptionalInt id(String token) {
    return vocabulary.id(token);
  }

  @Override
  public String decode(int[] ids) {
    StringBuilder text = new StringBuilder();
    for (int id : specialTokens.removeFrom(ids)) {
      text.append(token(id));
    }
    String decoded = text.toString().replace(metaspace.mark(), ' ');
    boolean prepended = metaspace.prepend() != Metaspace.Prepend.NEVER && decoded.startsWith(" ");
    return prepended ? decoded.substring(1) : decoded;
  }

  @Override
  public SpecialTokens specialTokens() {
    return specialTokens;
  }

  private void tokenize(AlignedText original, TokenBuffer tokens) {
    AlignedText text = TextNormalizers.apply(normalizers, original);
    UnigramSegmentation words = new UnigramSegmentation(text, vocabulary, cache, metaspace, tokens);
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
