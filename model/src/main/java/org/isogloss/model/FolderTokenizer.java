package org.isogloss.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.WordPieceOptions;
import org.isogloss.text.WordPieceTokenizer;

/** Reads the tokenizer of a model folder, its own or that of the model whose it borrows. */
final class FolderTokenizer {
  private final ModelFolder folder;
  private final Path vocabulary;
  private final Path fast;

  private FolderTokenizer(ModelFolder folder) {
    this.folder = folder;
    vocabulary = FolderFiles.resolve(folder.path(), TokenizerFiles.VOCABULARY);
    fast = FolderFiles.resolve(folder.path(), TokenizerFiles.FAST);
  }

  static Tokenizer read(ModelFolder folder) {
    Optional<BorrowedVocabulary> borrowed = folder.manifest().vocabulary();
    return borrowed.isPresent()
        ? borrowed(folder, borrowed.get())
        : new FolderTokenizer(folder).read(folder.vocabularySize());
  }

  private static Tokenizer borrowed(ModelFolder folder, BorrowedVocabulary vocabulary) {
    try (ModelFolder lender = folder.openLender()) {
      if (!lender.tokenizerChecksum().equals(vocabulary.tokenizer())) {
        throw new ModelFormatException(
            lender.path(),
            "has another tokenizer than the one that "
                + folder.path()
                + " was made with: have the "
                + vocabulary.model()
                + " of that time beside it, or export it again with --vocabulary-of");
      }
      return new FolderTokenizer(lender).read(folder.vocabularySize());
    }
  }

  private Tokenizer read(int pieces) {
    boolean plain = Files.exists(vocabulary);
    if (!plain && !Files.exists(fast)) {
      throw new ModelFormatException(
          folder.path(),
          "holds neither " + TokenizerFiles.VOCABULARY + " nor " + TokenizerFiles.FAST);
    }
    Tokenizer tokenizer =
        plain
            ? WordPieceTokenizer.read(vocabulary, wordPieceOptions())
            : JsonTokenizer.read(folder.path());
    if (tokenizer.vocabularySize() > pieces) {
      throw new ModelFormatException(
          plain ? vocabulary : fast,
          "has " + tokenizer.vocabularySize() + " pieces, but the model has " + pieces);
    }
    return tokenizer;
  }

  /** How the text is prepared for a WordPiece tokenizer. */
  private WordPieceOptions wordPieceOptions() {
    Path file = FolderFiles.resolve(folder.path(), TokenizerFiles.CONFIG);
    if (!Files.exists(file)) {
      throw new ModelFormatException(
          folder.path(),
          "holds no "
              + TokenizerFiles.CONFIG
              + ", which says whether the tokenizer is cased: expected {\"do_lower_case\": ...}");
    }
    JsonObject json = JsonObject.read(file);
    boolean lowercase = json.flag("do_lower_case", true);
    boolean stripAccents = json.flag("strip_accents", lowercase);
    boolean tokenizeCjk = json.flag("tokenize_chinese_chars", true);
    int maxWordLength =
        json.findCount("max_input_chars_per_word", 1)
            .orElse(WordPieceOptions.DEFAULT_MAX_WORD_LENGTH);
    try {
      return new WordPieceOptions(lowercase, stripAccents, tokenizeCjk, maxWordLength, false);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }
}
