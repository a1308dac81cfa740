package org.isogloss.modelio;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
  /** The tokenizers of shipped models that are in use, by the checksum of their files. */
  private static final Map<String, WeakReference<Tokenizer>> SHARED = new ConcurrentHashMap<>();

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
        : readShared(folder, folder.vocabularySize());
  }

  /** The tokenizer of a shipped model is read once for all models that use it at the same time. */
  private static Tokenizer readShared(ModelFolder folder, int tokens) {
    Optional<String> checksum = folder.recordedTokenizerChecksum();
    if (checksum.isEmpty()) {
      return requireFits(folder, new ModelTokenizerReader(folder).read(), tokens);
    }
    Tokenizer[] result = new Tokenizer[1];
    SHARED.compute(
        checksum.get(),
        (key, known) -> {
          result[0] = known == null ? null : known.get();
          if (result[0] != null) {
            return known;
          }
          result[0] = new ModelTokenizerReader(folder).read();
          return new WeakReference<>(result[0]);
        });
    return requireFits(folder, result[0], tokens);
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
      return readShared(lender, folder.vocabularySize());
    }
  }

  private Tokenizer read() {
    boolean plain = Files.exists(vocabTxt);
    if (!plain && !Files.exists(tokenizerJson)) {
      throw new ModelFormatException(
          folder.path(),
          "holds neither " + TokenizerFiles.VOCAB_TXT + " nor " + TokenizerFiles.TOKENIZER_JSON);
    }
    return plain
        ? WordPieceTokenizer.read(vocabTxt, wordPieceOptions())
        : HuggingFaceTokenizerReader.read(folder.path());
  }

  private static Tokenizer requireFits(ModelFolder folder, Tokenizer tokenizer, int tokens) {
    if (tokenizer.vocabularySize() > tokens) {
      Path vocabTxt = FolderPaths.resolve(folder.path(), TokenizerFiles.VOCAB_TXT);
      throw new ModelFormatException(
          Files.exists(vocabTxt)
              ? vocabTxt
              : FolderPaths.resolve(folder.path(), TokenizerFiles.TOKENIZER_JSON),
          "has " + tokenizer.vocabularySize() + " pieces, but the model has " + tokens);
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
