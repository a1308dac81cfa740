package org.isogloss.modelio.embedding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * Writes the model folder of a static encoder: one vector for each piece, and a text's vector is
 * the sum of its pieces' vectors, brought to unit length. Pieces that the vocabulary cannot write
 * ({@code [UNK]}) do not count, nor do special tokens.
 *
 * <ul>
 *   <li>{@code config.json}: {@code {"model_type": "static-embedding", "vocab_size": V,
 *       "hidden_size": D}}
 *   <li>{@code model.safetensors}: {@value #VALUES}, I8 {@code [V, D]}, and {@value #SCALES}, F32
 *       {@code [V]}; the vector of piece p is {@code scale[p] * weight[p]}. The scale is the row's
 *       quantisation step times what the piece counts in a text
 *   <li>{@code vocab.txt}, {@code tokenizer_config.json}, {@code tokenizer.json}: the tokenizer, as
 *       Hugging Face has it for BERT
 *   <li>{@code isogloss.json}: the {@link ModelManifest}
 * </ul>
 */
public final class StaticModelWriter {
  /** What {@code config.json} calls such a model. */
  public static final String MODEL_TYPE = "static-embedding";

  /** The tensor of the rows. */
  public static final String VALUES = "embedding.weight";

  /** The tensor of the rows' scales. */
  public static final String SCALES = "embedding.scale";

  private StaticModelWriter() {}

  /**
   * Writes a model folder; what of the same files is there already is replaced, the manifest last.
   *
   * @param folder made where it does not exist
   * @param vocabulary the pieces; the place in the list is the id and the row
   * @param options how text is prepared before it is cut into pieces
   * @param rows a row for each piece
   * @throws ModelFormatException if it cannot be written
   * @throws IllegalArgumentException if there are not as many rows as pieces, a piece is there
   *     twice or could not be read again
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
      throw new ModelFormatException(folder, "cannot be made: " + FileErrors.describe(e), e);
    }
    ObjectNode config = ModelJson.MAPPER.createObjectNode();
    config
        .put("model_type", MODEL_TYPE)
        .put("vocab_size", rows.vocabularySize())
        .put("hidden_size", rows.dimension());
    ModelJson.write(folder.resolve(TransformerConfig.FILE), config);
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
          vocabulary.size() + " pieces, but " + rows.vocabularySize() + " rows");
    }
    Set<String> seen = new HashSet<>();
    for (String piece : vocabulary) {
      if (piece.isEmpty() || piece.indexOf('\n') >= 0 || piece.indexOf('\r') >= 0) {
        throw new IllegalArgumentException("\"" + piece + "\" cannot stand on a line of its own");
      }
      if (!seen.add(piece)) {
        throw new IllegalArgumentException("the piece \"" + piece + "\" is there twice");
      }
    }
  }
}
