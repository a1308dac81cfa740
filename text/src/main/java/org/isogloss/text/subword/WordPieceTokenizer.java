// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * BERT's tokenizer: splits text into words, then each word greedily into the longest tokens of a
 * vocabulary. Returns the same ids as Hugging Face's {@code BertTokenizer} (the library {@code
 * tokenizers}, which all its current versions use).
 */
public final class WordPieceTokenizer implements Tokenizer {
  /**
   * Limits of the size of {@code vocab.txt}, so that a large file cannot exhaust the memory, and of
   * the length of a token, on which the time to tokenize a text depends. Both are ten times the
   * largest known values.
   */
  private static final long MAX_BYTES = 64 << 20;

  private static final int MAX_TOKEN_LENGTH = 1000;

  private static final String UNKNOWN = "[UNK]";
  private static final String CLS = "[CLS]";
  private static final String SEP = "[SEP]";
  private static final String PAD = "[PAD]";
  private static final String MASK = "[MASK]";
  private static final String CONTINUATION = "##";

  private final String[] vocabulary;
  private final TokenTrie trie;
  private final BertCharacterClasses characters;
  private final SpecialTokens specialTokens;
  private final WordPieceOptions options;
  private final List<String> matchedInText;

  private WordPieceTokenizer(
      List<String> tokens,
      WordPieceOptions options,
      Optional<SpecialTokens> special,
      String source) {
    vocabulary = tokens.toArray(String[]::new);
    trie = new TokenTrie();
    for (int id = 0; id < vocabulary.length; id++) {
      if (vocabulary[id].length() > MAX_TOKEN_LENGTH) {
        throw new IsoglossException(
            source
                + ":"
                + (id + 1)
                + ": a token of "
                + vocabulary[id].length()
                + " characters, expected at most "
                + MAX_TOKEN_LENGTH);
      }
      boolean continuation = isContinuation(vocabulary[id]);
      trie.add(
          continuation ? TokenTrie.WORD_CONTINUATION : TokenTrie.WORD_START,
          vocabulary[id],
          continuation ? CONTINUATION.length() : 0,
          id);
    }
    characters = new BertCharacterClasses(options);
    this.options = options;
    specialTokens = special.orElseGet(() -> specialTokensOfBert(source));
    matchedInText =
        options.specialTokensInText()
            ? Stream.of(UNKNOWN, CLS, SEP, PAD, MASK).filter(t -> id(t).isPresent()).toList()
            : List.of();
  }

  private SpecialTokens specialTokensOfBert(String source) {
    int[] sep = {required(SEP, source)};
    return new SpecialTokens(
        new int[] {required(CLS, source)},
        sep,
        sep,
        1,
        required(UNKNOWN, source),
        required(PAD, source));
  }

  /**
   * Creates a tokenizer over a vocabulary.
   *
   * @param vocabulary the tokens; the index in the list is the id. It must contain {@code [UNK]},
   *     {@code [CLS]}, {@code [SEP]} and {@code [PAD]}; of two equal tokens, the last one is used
   * @throws IsoglossException if one of these tokens is missing
   */
  public static WordPieceTokenizer of(List<String> vocabulary, WordPieceOptions options) {
    requireNonNull(options, "options is null");
    return new WordPieceTokenizer(vocabulary, options, Optional.empty(), "vocabulary");
  }

  /**
   * Creates a tokenizer with other special tokens than those of BERT, as MPNet has them.
   *
   * @param vocabulary the tokens; the index in the list is the id
   */
  public static WordPieceTokenizer of(
      List<String> vocabulary, WordPieceOptions options, SpecialTokens specialTokens) {
    requireNonNull(options, "options is null");
    return new WordPieceTokenizer(vocabulary, options, Optional.of(specialTokens), "vocabulary");
  }

  /**
   * Reads a vocabulary from a {@code vocab.txt}: UTF-8, one token per line.
   *
   * @throws IsoglossException if the file is missing, is not UTF-8 or lacks a special token
   */
  public static WordPieceTokenizer read(Path file, WordPieceOptions options) {
    requireNonNull(options, "options is null");
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IsoglossException(
            file + ": has " + Files.size(file) + " bytes, expected at most " + MAX_BYTES);
      }
      return new WordPieceTokenizer(
          Files.readAllLines(file, StandardCharsets.UTF_8),
          options,
          Optional.empty(),
          file.toString());
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(file + ": " + e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new IsoglossException(file + ": no such vocabulary file", e);
    } catch (CharacterCodingException e) {
      throw new IsoglossException(file + ": is not UTF-8, expected a vocabulary in UTF-8", e);
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot read the vocabulary: " + FileErrors.describe(e), e);
    }
  }

  /** Returns how texts are prepared. */
  public WordPieceOptions options() {
    return options;
  }

  private int required(String token, String source) {
    return id(token)
        .orElseThrow(
            () ->
                new IsoglossException(
                    source
                        + ": no "
                        + token
                        + " among the "
                        + vocabulary.length
                        + " tokens; expected a BERT vocabulary, one token per line, with "
                        + String.join(", ", PAD, UNKNOWN, CLS, SEP)));
  }

  @Override
  public int[] ids(String text) {
    var tokens = TokenBuffer.idsOnly(text.length());
    tokenize(text, tokens);
    return tokens.ids();
  }

  @Override
  public TokenizedText tokenize(String text) {
    var tokens = TokenBuffer.withOffsets(text.length());
    tokenize(text, tokens);
    return tokens.toTokenizedText();
  }

  @Override
  public int vocabularySize() {
    return vocabulary.length;
  }

  @Override
  public String token(int id) {
    return vocabulary[id];
  }

  @Override
  public OptionalInt id(String token) {
    boolean continuation = isContinuation(token);
    int node = continuation ? TokenTrie.WORD_CONTINUATION : TokenTrie.WORD_START;
    for (int i = continuation ? CONTINUATION.length() : 0;
        i < token.length() && node != TokenTrie.NONE;
        i++) {
      node = trie.child(node, token.charAt(i));
    }
    int id = node == TokenTrie.NONE ? TokenTrie.NONE : trie.tokenId(node);
    return id == TokenTrie.NONE ? OptionalInt.empty() : OptionalInt.of(id);
  }

  private static boolean isContinuation(String token) {
    return token.startsWith(CONTINUATION) && token.length() > CONTINUATION.length();
  }

  @Override
  public String decode(int[] ids) {
    StringBuilder text = new StringBuilder();
    for (int id : specialTokens.removeFrom(ids)) {
      String token = token(id);
      if (isContinuation(token)) {
        text.append(token, CONTINUATION.length(), token.length());
      } else {
        text.append(text.isEmpty() ? "" : " ").append(token);
      }
    }
    return text.toString();
  }

  @Override
  public SpecialTokens specialTokens() {
    return specialTokens;
  }

  private void tokenize(String text, TokenBuffer tokens) {
    var word =
        new WordPieceMatcher(trie, specialTokens.unknownId(), options.maxWordLength(), tokens);
    int from = 0;
    for (int i = 0; i < text.length() && !matchedInText.isEmpty(); i++) {
      for (String token : matchedInText) {
        if (text.startsWith(token, i)) {
          tokenize(text, from, i, word);
          tokens.add(id(token).orElseThrow(), i, i + token.length());
          from = i + token.length();
          i = from - 1;
          break;
        }
      }
    }
    tokenize(text, from, text.length(), word);
  }

  private void tokenize(String text, int from, int to, WordPieceMatcher word) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      switch (characters.kind(c)) {
        case BertCharacterClasses.LETTER -> word.append(c, i);
        case BertCharacterClasses.SPACE -> word.end();
        case BertCharacterClasses.ISOLATED -> {
          word.end();
          word.append(c, i);
          word.end();
        }
        case BertCharacterClasses.MAPPED -> word.append(characters.mapped(c), i);
        case BertCharacterClasses.EXPANDED -> expand(c, i, i + 1, word);
        default -> {
          if (Character.isHighSurrogate(c)
              && i + 1 < to
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            supplementary(Character.toCodePoint(c, text.charAt(i + 1)), i, word);
            i++;
          } else {
            word.extendOver(i + 1);
          }
        }
      }
    }
    word.end();
  }

  private void supplementary(int c, int start, WordPieceMatcher word) {
    switch (characters.kind(c)) {
      case BertCharacterClasses.LETTER -> word.append(c, start, start + 2);
      case BertCharacterClasses.SPACE -> word.end();
      case BertCharacterClasses.ISOLATED -> {
        word.end();
        word.append(c, start, start + 2);
        word.end();
      }
      case BertCharacterClasses.EXPANDED -> expand(c, start, start + 2, word);
      default -> word.extendOver(start + 2);
    }
  }

  private void expand(int codePoint, int start, int end, WordPieceMatcher word) {
    String expansion = characters.expansion(codePoint);
    if (expansion.isEmpty()) {
      word.extendOver(end);
      return;
    }
    boolean cjk = characters.isCjk(codePoint);
    for (int i = 0; i < expansion.length(); ) {
      int c = expansion.codePointAt(i);
      i += Character.charCount(c);
      boolean alone = cjk || BertCharacterClasses.isPunctuation(c);
      if (alone) {
        word.end();
      }
      if (characters.reorders(c)) {
        word.insert(c, start, end);
      } else {
        word.append(c, start, end);
      }
      if (alone) {
        word.end();
      }
    }
  }
}
