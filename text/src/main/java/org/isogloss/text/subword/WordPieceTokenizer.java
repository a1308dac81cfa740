package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * BERT's tokenizer: words, cut greedily into the longest pieces of a vocabulary. Gives the ids that
 * Hugging Face's {@code BertTokenizer} gives (the library {@code tokenizers}, which every current
 * version of it runs on).
 */
public final class WordPieceTokenizer implements Tokenizer {
  /**
   * Limits of {@code vocab.txt}, so that a file of any size does not fill the memory, and of the
   * length of one piece, which the time to cut a text grows with. Ten times the largest known.
   */
  private static final long MAX_BYTES = 64 << 20;

  private static final int MAX_PIECE_LENGTH = 1000;

  private static final String UNKNOWN = "[UNK]";
  private static final String CLS = "[CLS]";
  private static final String SEP = "[SEP]";
  private static final String PAD = "[PAD]";
  private static final String MASK = "[MASK]";
  private static final String INSIDE = "##";

  private final String[] vocabulary;
  private final TokenTrie trie;
  private final BertCharacterClasses characters;
  private final SpecialTokens specialTokens;
  private final int maxWordLength;
  private final List<String> matchedInText;

  private WordPieceTokenizer(List<String> pieces, WordPieceOptions options, String source) {
    vocabulary = pieces.toArray(String[]::new);
    trie = new TokenTrie();
    for (int id = 0; id < vocabulary.length; id++) {
      if (vocabulary[id].length() > MAX_PIECE_LENGTH) {
        throw new IsoglossException(
            source
                + ":"
                + (id + 1)
                + ": a piece of "
                + vocabulary[id].length()
                + " characters, expected at most "
                + MAX_PIECE_LENGTH);
      }
      boolean inside = isInside(vocabulary[id]);
      trie.add(
          inside ? TokenTrie.WORD_CONTINUATION : TokenTrie.WORD_START,
          vocabulary[id],
          inside ? INSIDE.length() : 0,
          id);
    }
    characters = new BertCharacterClasses(options);
    maxWordLength = options.maxWordLength();
    int[] sep = {required(SEP, source)};
    specialTokens =
        new SpecialTokens(
            new int[] {required(CLS, source)},
            sep,
            sep,
            1,
            required(UNKNOWN, source),
            required(PAD, source));
    matchedInText =
        options.specialTokensInText()
            ? Stream.of(UNKNOWN, CLS, SEP, PAD, MASK).filter(t -> id(t).isPresent()).toList()
            : List.of();
  }

  /**
   * A tokenizer over a vocabulary.
   *
   * @param vocabulary the vocabulary: the place in the list is the id. {@code [UNK]}, {@code
   *     [CLS]}, {@code [SEP]} and {@code [PAD]} must be among them; of two equal pieces the last
   *     counts
   * @throws IsoglossException if one of these is missing
   */
  public static WordPieceTokenizer of(List<String> vocabulary, WordPieceOptions options) {
    requireNonNull(options, "options is null");
    return new WordPieceTokenizer(vocabulary, options, "vocabulary");
  }

  /**
   * Reads a vocabulary, {@code vocab.txt}: UTF-8, one piece a line.
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
          Files.readAllLines(file, StandardCharsets.UTF_8), options, file.toString());
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(file + ": " + e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new IsoglossException(file + ": no such vocabulary file", e);
    } catch (CharacterCodingException e) {
      throw new IsoglossException(file + ": a vocabulary must be UTF-8, this file is not", e);
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot read the vocabulary: " + FileErrors.describe(e), e);
    }
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
                        + " pieces; expected a BERT vocabulary, one piece a line, with "
                        + String.join(", ", PAD, UNKNOWN, CLS, SEP)));
  }

  @Override
  public int[] ids(String text) {
    var pieces = TokenBuffer.idsOnly(text.length());
    tokenize(text, pieces);
    return pieces.ids();
  }

  @Override
  public TokenizedText tokenize(String text) {
    var pieces = TokenBuffer.withOffsets(text.length());
    tokenize(text, pieces);
    return pieces.toTokenizedText();
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
  public OptionalInt id(String piece) {
    boolean inside = isInside(piece);
    int node = inside ? TokenTrie.WORD_CONTINUATION : TokenTrie.WORD_START;
    for (int i = inside ? INSIDE.length() : 0; i < piece.length() && node != TokenTrie.NONE; i++) {
      node = trie.child(node, piece.charAt(i));
    }
    int id = node == TokenTrie.NONE ? TokenTrie.NONE : trie.tokenId(node);
    return id == TokenTrie.NONE ? OptionalInt.empty() : OptionalInt.of(id);
  }

  private static boolean isInside(String piece) {
    return piece.startsWith(INSIDE) && piece.length() > INSIDE.length();
  }

  @Override
  public SpecialTokens specialTokens() {
    return specialTokens;
  }

  private void tokenize(String text, TokenBuffer pieces) {
    var word = new WordPieceMatcher(trie, specialTokens.unknownId(), maxWordLength, pieces);
    int from = 0;
    for (int i = 0; i < text.length() && !matchedInText.isEmpty(); i++) {
      for (String token : matchedInText) {
        if (text.startsWith(token, i)) {
          tokenize(text, from, i, word);
          pieces.add(id(token).orElseThrow(), i, i + token.length());
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
