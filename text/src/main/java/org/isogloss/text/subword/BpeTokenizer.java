// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Byte pair encoding, on bytes as RoBERTa, ModernBERT and Qwen have it, or on characters as Gemma
 * has it. Returns the same ids as the library {@code tokenizers} of Hugging Face for the same
 * {@code tokenizer.json}, with one difference: the string form of a special token in a text is
 * treated as ordinary text.
 */
public final class BpeTokenizer implements Tokenizer {
  /** The mark that models on characters have instead of a space. */
  private static final char SPACE_MARK = '▁';

  private final BpeModel model;
  private final BpeVocabulary vocabulary;
  private final List<TextNormalizer> normalizers;
  private final SpecialTokens specialTokens;
  private final AddedTokenMatcher rawTokens;
  private final AddedTokenMatcher normalizedTokens;
  private final BpeCache cache = new BpeCache();

  private BpeTokenizer(
      BpeModel model, List<TextNormalizer> normalizers, SpecialTokens specialTokens) {
    this.model = model;
    this.vocabulary = new BpeVocabulary(model);
    this.normalizers = List.copyOf(normalizers);
    this.specialTokens = requireNonNull(specialTokens, "specialTokens is null");
    this.rawTokens =
        new AddedTokenMatcher(model.added().stream().filter(token -> !token.normalized()).toList());
    this.normalizedTokens =
        new AddedTokenMatcher(
            model.added().stream()
                .filter(AddedToken::normalized)
                .map(
                    token ->
                        new AddedToken(
                            TextNormalizers.apply(
                                    normalizers, AlignedText.of(token.content(), false))
                                .toString(),
                            token.id(),
                            true))
                .toList());
  }

  /**
   * Creates a tokenizer.
   *
   * @param normalizers the normalisation steps, in the order of application
   * @throws IllegalArgumentException if a merge has a token that the vocabulary does not have
   */
  public static BpeTokenizer of(
      BpeModel model, List<TextNormalizer> normalizers, SpecialTokens specialTokens) {
    return new BpeTokenizer(model, normalizers, specialTokens);
  }

  @Override
  public int[] ids(String text) {
    TokenBuffer tokens = TokenBuffer.idsOnly(text.length());
    tokenize(text, tokens);
    return tokens.ids();
  }

  @Override
  public TokenizedText tokenize(String text) {
    TokenBuffer tokens = TokenBuffer.withOffsets(text.length());
    tokenize(text, tokens);
    return tokens.toTokenizedText();
  }

  private void tokenize(String text, TokenBuffer tokens) {
    rawTokens.split(
        text,
        (from, to) -> new Segment(text.substring(from, to), from, tokens).tokenize(),
        tokens::add);
  }

  /** A part of a text between added tokens, which is normalised by itself. */
  private final class Segment {
    private final int offset;
    private final TokenBuffer tokens;
    private final AlignedText text;
    private final String characters;
    private final BpeWord word = new BpeWord();

    Segment(String original, int offset, TokenBuffer tokens) {
      this(
          TextNormalizers.apply(normalizers, AlignedText.of(original, tokens.hasOffsets())),
          offset,
          tokens);
    }

    private Segment(AlignedText text, int offset, TokenBuffer tokens) {
      this.text = text;
      this.offset = offset;
      this.tokens = tokens;
      this.characters = text.toString();
    }

    void tokenize() {
      normalizedTokens.split(
          characters,
          (from, to) -> {
            if (model.options().prefixSpace() && characters.charAt(from) != ' ') {
              AlignedText prefixed = text.copyOfPrefix(0);
              prefixed.append(" ", text, from, from + 1);
              prefixed.append(text, from, to);
              new Segment(prefixed, offset, tokens).words(0, to - from + 1);
            } else {
              words(from, to);
            }
          },
          this::add);
    }

    private void words(int from, int to) {
      if (model.options().splitting() == WordSplitting.NONE) {
        word(from, to);
        return;
      }
      WordScanner scanner = new WordScanner(model.options().splitting(), characters, to);
      for (int at = from; at < to; ) {
        int end = scanner.end(at);
        word(at, end);
        at = end;
      }
    }

    private void word(int from, int to) {
      if (from == to) {
        return;
      }
      String letters = characters.substring(from, to);
      BpeCache.Entry entry = cache.find(letters);
      if (entry == null) {
        vocabulary.tokenize(letters, word);
        entry = new BpeCache.Entry(letters, word.ids(), word.starts(), word.ends());
        cache.add(entry);
      }
      for (int i = 0; i < entry.ids().length; i++) {
        add(entry.ids()[i], from + entry.starts()[i], from + entry.ends()[i]);
      }
    }

    private void add(int id, int from, int to) {
      tokens.add(id, offset + text.start(from), offset + text.end(to - 1));
    }
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int id : specialTokens.removeFrom(ids)) {
      vocabulary.decode(id, bytes);
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    return model.options().byteLevel() ? text : text.replace(SPACE_MARK, ' ');
  }

  @Override
  public SpecialTokens specialTokens() {
    return specialTokens;
  }
}
