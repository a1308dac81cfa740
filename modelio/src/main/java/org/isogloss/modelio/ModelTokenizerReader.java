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

/**
 * Reads the tokenizer of a model folder: its own, or that of the model whose vocabulary it uses.
 */
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
    try (ModelFolder owner = folder.openVocabularyModel()) {
      if (!owner.tokenizerChecksum().equals(vocabulary.tokenizerSha256())) {
        throw new ModelFormatException(
            owner.path(),
            "has a different tokenizer from the one that "
                + folder.path()
                + " was exported with: restore the original "
                + vocabulary.model()
                + " next to it, or export the model again with the vocabulary of this folder");
      }
      return new ModelTokenizerReader(owner).read(folder.vocabularySize());
    }
  }

  private Tokenizer read(int vocabularySize) {
    boolean hasVocabTxt = Files.exists(vocabTxt);
    if (!hasVocabTxt && !Files.exists(tokenizerJson)) {
      throw new ModelFormatException(
          folder.path(),
          "contains neither " + TokenizerFiles.VOCAB_TXT + " nor " + TokenizerFiles.TOKENIZER_JSON);
    }
    Tokenizer tokenizer =
        hasVocabTxt
            ? WordPieceTokenizer.read(vocabTxt, wordPieceOptions())
            : HuggingFaceTokenizerReader.read(folder.path());
    if (tokenizer.vocabularySize() > vocabularySize) {
      throw new ModelFormatException(
          hasVocabTxt ? vocabTxt : tokenizerJson,
          "has " + tokenizer.vocabularySize() + " tokens, but the model has " + vocabularySize);
    }
    return tokenizer;
  }

  /** Reads the text preprocessing options of a WordPiece tokenizer. */
  private WordPieceOptions wordPieceOptions() {
    Path file = FolderPaths.resolve(folder.path(), TokenizerFiles.TOKENIZER_CONFIG);
    if (!Files.exists(file)) {
      throw new ModelFormatException(
          folder.path(),
          "contains no "
              + TokenizerFiles.TOKENIZER_CONFIG
              + ", which states whether the tokenizer is cased: expected {\"do_lower_case\": ...}");
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
