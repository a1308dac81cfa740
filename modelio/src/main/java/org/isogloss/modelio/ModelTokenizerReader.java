// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.isogloss.core.Role;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.modelio.tokenizer.AddedTokens;
import org.isogloss.modelio.tokenizer.HuggingFaceTokenizerReader;
import org.isogloss.modelio.tokenizer.TokenizerConfig;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.tokenizer.UnsupportedTokenizerException;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceTokenizer;

/**
 * Reads the tokenizer of a model folder: its own, or that of the model whose vocabulary it uses.
 */
final class ModelTokenizerReader {
  /** The tokenizers of shipped models that are in use, by the checksum of their files. */
  private static final Map<String, WeakReference<Tokenizer>> SHARED = new ConcurrentHashMap<>();

  private static final String SAVE =
      ": write it in Python with AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER)";

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
          "contains neither "
              + TokenizerFiles.VOCAB_TXT
              + " nor "
              + TokenizerFiles.TOKENIZER_JSON
              + SAVE);
    }
    TokenizerConfig config = TokenizerConfig.read(folder.path());
    if (config.requiresTokenizerJson() && !Files.exists(tokenizerJson)) {
      throw new ModelFormatException(
          tokenizerJson, "no such file, expected the tokenizer of the stated class" + SAVE);
    }
    Tokenizer tokenizer =
        hasVocabTxt && !config.requiresTokenizerJson() ? wordPiece(config) : readJson();
    requireNoAddedTokens(AddedTokens.read(folder.path(), tokenizer));
    return tokenizer;
  }

  /** Reads {@code tokenizer.json}, by a provider if it is of a kind that this library lacks. */
  private Tokenizer readJson() {
    try {
      return HuggingFaceTokenizerReader.read(folder.path());
    } catch (UnsupportedTokenizerException e) {
      return ServiceLoader.load(TokenizerProvider.class)
          .findFirst()
          .map(provider -> provider.open(tokenizerJson))
          .orElseThrow(
              () ->
                  new ModelFormatException(
                      tokenizerJson,
                      "is a tokenizer that only Hugging Face's library reads: add the artifact"
                          + " org.isogloss:isogloss-djl-tokenizers to the class path ("
                          + e.getMessage()
                          + ")",
                      e));
    }
  }

  private Tokenizer wordPiece(TokenizerConfig config) {
    TokenizerConfig.requireBertTokens(folder.path());
    WordPieceTokenizer tokenizer =
        WordPieceTokenizer.read(vocabTxt, config.wordPieceOptions(folder.path()));
    // A shipped model, whose files were written together, starts faster without the second one.
    if (Files.exists(tokenizerJson) && folder.recordedTokenizerChecksum().isEmpty()) {
      requireSame(tokenizer, HuggingFaceTokenizerReader.read(folder.path()));
    }
    return tokenizer;
  }

  /** Python reads {@code tokenizer.json}, and {@code vocab.txt} only if that file is missing. */
  private void requireSame(WordPieceTokenizer expected, Tokenizer found) {
    if (!(found instanceof WordPieceTokenizer other)
        || !other.options().equals(expected.options())
        || other.vocabularySize() != expected.vocabularySize()) {
      throw different("has other settings or another number of tokens");
    }
    for (int id = 0; id < expected.vocabularySize(); id++) {
      if (!expected.token(id).equals(other.token(id))) {
        throw different("has the token " + Excerpt.quote(other.token(id)) + " with the id " + id);
      }
    }
  }

  private ModelFormatException different(String difference) {
    return new ModelFormatException(
        tokenizerJson,
        difference
            + ", unlike "
            + TokenizerFiles.VOCAB_TXT
            + " and "
            + TokenizerFiles.TOKENIZER_CONFIG
            + ": expected the same tokenizer; remove the file that is wrong");
  }

  /** Python replaces an added token in a prefix by its id; here it would be split. */
  private void requireNoAddedTokens(AddedTokens added) {
    for (Role role : Role.values()) {
      List<String> found = added.in(folder.prefix(role));
      if (!found.isEmpty()) {
        throw new ModelFormatException(
            folder.path(),
            "has the added token "
                + Excerpt.quote(found.getFirst())
                + " in the prefix "
                + Excerpt.quote(folder.prefix(role))
                + ", expected a prefix of ordinary text");
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
    if (folder.kind() == ModelFolder.Kind.TRANSFORMER) {
      requireSamePadding(folder.architecture(), folder, tokenizer);
    }
    return tokenizer;
  }

  /** Models of the RoBERTa family count no position for the padding token. */
  private static void requireSamePadding(
      EncoderArchitecture architecture, ModelFolder folder, Tokenizer tokenizer) {
    int padding = tokenizer.specialTokens().paddingId();
    if (architecture.firstPosition() > 0 && architecture.padId() != padding) {
      throw new ModelFormatException(
          FolderPaths.resolve(folder.path(), TransformerConfig.FILE),
          "pad_token_id is "
              + architecture.padId()
              + ", expected "
              + padding
              + ", the id of the padding token of the tokenizer");
    }
  }
}
