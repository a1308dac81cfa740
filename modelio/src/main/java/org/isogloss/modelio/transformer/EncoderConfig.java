// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The configuration of a transformer encoder of any type, which can be changed and written. That of
 * the BERT and the XLM-RoBERTa family is written anew, that of another type with all keys that its
 * file had.
 */
public sealed interface EncoderConfig permits TransformerConfig, CopiedConfig {
  /** Returns the type, which decides how the file and the names of the tensors are read. */
  String modelType();

  /** Returns what the layers of such a model compute. */
  EncoderArchitecture architecture();

  /**
   * Returns this configuration with some of the tokens.
   *
   * @param ids ids of the tokens in ascending order, of which the indices are the new ids; that of
   *     the padding token does not change
   */
  EncoderConfig keepingTokens(int[] ids);

  /**
   * Returns this configuration with some of the layers.
   *
   * @param layers indices of the layers, from 0, in ascending order
   * @throws ModelFormatException if a file of this type cannot state that these layers are all
   */
  EncoderConfig keepingLayers(List<Integer> layers);

  /**
   * Writes the configuration into a model folder.
   *
   * @param labels names of the labels of the classifier; none if there is none
   */
  void write(Path folder, TransformerHead head, List<String> labels);

  /**
   * Reads the configuration of a model folder.
   *
   * @throws ModelFormatException if there is none, or it describes a model that is not supported
   */
  static EncoderConfig read(Path folder) {
    EncoderConfigFile file = EncoderConfigFile.open(folder);
    return TransformerConfig.isTypeOfFamily(ArchitectureReader.type(file.json()))
        ? TransformerConfig.read(file)
        : CopiedConfig.read(folder);
  }
}
