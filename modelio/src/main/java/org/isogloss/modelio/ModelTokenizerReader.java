package org.isogloss.modelio;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.modelio.file.JsonObject;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.modelio.tokenizer.HuggingFaceTokenizerReader;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Reads the tokenizer of a model folder, its own or that of the model whose it borrows. */
final class ModelTokenizerReader {
  private final ModelFolder folder;
  private final Path vocabTxt;
  private final Path tokenizerJson;

  private ModelTokenizerReader(ModelFolder folder) {
    this.folder = folder;
    vocabTxt = FolderPaths.resolve(folder.path(), TokenizerFiles.VOCAB_TXT);
    tokenizerJson = FolderPaths.resolve(folder.path(), TokenizerFiles.TOKENIZER_JSON);
  }

  static Tokenizer read(ModelFolder folder) {
    Optional<VocabularyReference> borrowed = folder.manifest().vocabulary();
    return borrowed.isPresent()
        ? borrowed(folder, borrowed.get())
        : new ModelTokenizerReader(folder).read(folder.vocabularySize());
  }

  private static Tokenizer borrowed(ModelFolder folder, VocabularyReference vocabulary) {
    try (ModelFolder lender = folder.openVocabularyModel()) {
      if (!lender.tokenizerChecksum().equals(vocabulary.tokenizerSha256())) {
        throw new ModelFormatException(
            lender.path(),
            "has another tokenizer than the one that "
                + folder.path()
                + " was made with: have the "
                + vocabulary.model()
                + " of that time beside it, or export it again with --vocabulary-of");
      }
      return new ModelTokenizerReader(lender).read(folder.vocabularySize());
    }
  }

  private Tokenizer read(int pieces) {
    boolean plain = Files.exists(vocabTxt);
    if (!plain && !Files.exists(tokenizerJson)) {
      throw new ModelFormatException(
          folder.path(),
          "holds neither " + TokenizerFiles.VOCAB_TXT + " nor " + TokenizerFiles.TOKENIZER_JSON);
    }
    Tokenizer tokenizer =
        plain
            ? WordPieceTokenizer.read(vocabTxt, wordPieceOptions())
            : HuggingFaceTokenizerReader.read(folder.path());
    if (tokenizer.vocabularySize() > pieces) {
      throw new ModelFormatException(
          plain ? vocabTxt : tokenizerJson,
          "has " + tokenizer.vocabularySize() + " pieces, but the model has " + pieces);
    }
    return tokenizer;
  }

  /** How the text is prepared for a WordPiece tokenizer. */
  private WordPieceOptions wordPieceOptions() {
    Path file = FolderPaths.resolve(folder.path(), TokenizerFiles.TOKENIZER_CONFIG);
    if (!Files.exists(file)) {
      throw new ModelFormatException(
          folder.path(),
          "holds no "
              + TokenizerFiles.TOKENIZER_CONFIG
              + ", which says whether the tokenizer is cased: expected {\"do_lower_case\": ...}");
    }
    JsonObject json = JsonObject.read(file);
    boolean lowercase = json.booleanOrDefault("do_lower_case", true);
    boolean stripAccents = json.booleanOrDefault("strip_accents", lowercase);
    boolean tokenizeCjk = json.booleanOrDefault("tokenize_chinese_chars", true);
    int maxWordLength =
        json.findIntAtLeast("max_input_chars_per_word", 1)
            .orElse(WordPieceOptions.DEFAULT_MAX_WORD_LENGTH);
    try {
      return new WordPieceOptions(lowercase, stripAccents, tokenizeCjk, maxWordLength, false);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }
}
