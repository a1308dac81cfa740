// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * Writes the model folder of a static encoder. The encoder has one vector per token, and the vector
 * of a text is the sum of the vectors of its tokens, normalised to unit length. Unknown tokens
 * ({@code [UNK]}) and special tokens are ignored.
 *
 * <ul>
 *   <li>{@code config.json}: {@code {"model_type": "static-embedding", "vocab_size": V,
 *       "hidden_size": D}}
 *   <li>{@code model.safetensors}: {@value #VALUES}, I8 {@code [V, D]}, and {@value #SCALES}, F32
 *       {@code [V]}; the vector of token p is {@code scale[p] * weight[p]}. The scale is the
 *       quantisation step of the row times the weight of the token
 *   <li>{@code vocab.txt}, {@code tokenizer_config.json}, {@code tokenizer.json}: the tokenizer, in
 *       the format of Hugging Face's BERT
 *   <li>{@code isogloss.json}: the {@link ModelManifest}
 * </ul>
 */
public final class StaticModelWriter {
  /** The value of {@code model_type} in {@code config.json}. */
  public static final String MODEL_TYPE = "static-embedding";

  /** Name of the tensor of the rows. */
  public static final String VALUES = "embedding.weight";

  /** Name of the tensor of the row scales. */
  public static final String SCALES = "embedding.scale";

  private StaticModelWriter() {}

  /**
   * Writes a model folder. Existing files with the same names are replaced; the manifest is written
   * last.
   *
   * @param folder created if it does not exist
   * @param vocabulary the tokens; the index in the list is the token id and the row
   * @param options how text is preprocessed before tokenization
   * @param rows one row per token
   * @throws ModelFormatException if it cannot be written
   * @throws IllegalArgumentException if the number of rows and tokens differ, or a token occurs
   *     twice, is empty or contains a line break
   */
  public static void write(
      Path folder,
      List<String> vocabulary,
      WordPieceOptions options,
      StaticEmbeddings rows,
      ModelManifest manifest) {
    check(vocabulary, rows);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ModelFormatException(folder, "cannot be created: " + FileErrors.describe(e), e);
    }
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    config
        .put("model_type", MODEL_TYPE)
        .put("vocab_size", rows.vocabularySize())
        .put("hidden_size", rows.dimension());
    JsonFile.write(folder.resolve(TransformerConfig.FILE), config);
    new SafetensorsWriter()
        .metadata("format", "pt")
        .add(VALUES, rows.values(), rows.vocabularySize(), rows.dimension())
        .add(SCALES, rows.scales(), rows.vocabularySize())
        .write(folder.resolve(Safetensors.FILE));
    TokenizerFiles.write(folder, vocabulary, options, manifest.encoding().maxLength());
    manifest.write(folder);
  }

  private static void check(List<String> vocabulary, StaticEmbeddings rows) {
    if (vocabulary.size() != rows.vocabularySize()) {
      throw new IllegalArgumentException(
          vocabulary.size() + " tokens, but " + rows.vocabularySize() + " rows");
    }
    Set<String> seen = new HashSet<>();
    for (String token : vocabulary) {
      if (token.isEmpty() || token.indexOf('\n') >= 0 || token.indexOf('\r') >= 0) {
        throw new IllegalArgumentException("\"" + token + "\" cannot be written on one line");
      }
      if (!seen.add(token)) {
        throw new IllegalArgumentException("the token \"" + token + "\" occurs twice");
      }
    }
  }
}
