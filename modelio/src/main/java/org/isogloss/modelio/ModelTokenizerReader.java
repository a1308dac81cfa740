// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
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
  /** The tokenizers of shipped models that are in use, by the checksum of their files. */
  private static final Map<String, WeakReference<Tokenizer>> SHARED = new ConcurrentHashMap<>();

  /** Tokens that were added to the vocabulary, with their ids. */
  private static final String ADDED_TOKENS = "added_tokens.json";

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
      return readShared(owner, folder.vocabularySize());
    }
  }

  private Tokenizer read() {
    boolean hasVocabTxt = Files.exists(vocabTxt);
    if (!hasVocabTxt && !Files.exists(tokenizerJson)) {
      throw new ModelFormatException(
          folder.path(),
          "contains neither " + TokenizerFiles.VOCAB_TXT + " nor " + TokenizerFiles.TOKENIZER_JSON);
    }
    if (!hasVocabTxt) {
      return HuggingFaceTokenizerReader.read(folder.path());
    }
    WordPieceTokenizer tokenizer = WordPieceTokenizer.read(vocabTxt, wordPieceOptions());
    requireNoAddedTokens(tokenizer);
    return tokenizer;
  }

  /** Rejects tokens that a tokenizer of Python finds in a text before it splits words. */
  private void requireNoAddedTokens(Tokenizer tokenizer) {
    Path file = FolderPaths.resolve(folder.path(), ADDED_TOKENS);
    if (!Files.exists(file)) {
      return;
    }
    JsonObject added = ModelJson.read(file);
    for (String token : added.keys()) {
      if (tokenizer.id(token).isEmpty()) {
        throw new ModelFormatException(
            file,
            "adds the token "
                + Excerpt.quote(token)
                + ", which is not in "
                + TokenizerFiles.VOCAB_TXT
                + ": added tokens are not supported, as texts with them would be split otherwise");
      }
    }
  }

  private static Tokenizer requireFits(ModelFolder folder, Tokenizer tokenizer, int tokens) {
    if (tokenizer.vocabularySize() > tokens) {
      Path vocabTxt = FolderPaths.resolve(folder.path(), TokenizerFiles.VOCAB_TXT);
      throw new ModelFormatException(
          Files.exists(vocabTxt)
              ? vocabTxt
              : FolderPaths.resolve(folder.path(), TokenizerFiles.TOKENIZER_JSON),
          "has " + tokenizer.vocabularySize() + " tokens, but the model has " + tokens);
    }
    return tokenizer;
  }

  /** Returns what the tokenizer of Python's fast tokenizers does; true if there is none. */
  private boolean lowercasesInTokenizerJson() {
    return !Files.exists(tokenizerJson)
        || ModelJson.read(tokenizerJson)
            .findObject("normalizer")
            .map(normalizer -> normalizer.booleanOrDefault("lowercase", true))
            .orElse(true);
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
    JsonObject json = ModelJson.read(file);
    boolean lowercase =
        json.has("do_lower_case")
            ? json.booleanValue("do_lower_case")
            : lowercasesInTokenizerJson();
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
