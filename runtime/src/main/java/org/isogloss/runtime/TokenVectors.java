// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Tokenizer;

/**
 * Computes the vectors of all tokens of texts, those of the prefix and special tokens included, as
 * the last layer of a transformer returns them: neither pooled nor normalised.
 */
public final class TokenVectors implements AutoCloseable {
  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int maxLength;
  private final int hidden;
  private final BatchRunner runner;

  private TokenVectors(ModelFolder model, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    hidden = model.hiddenSize();
    maxLength = model.maxLength();
    OnnxExportOptions export =
        OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(true);
    runner =
        BatchRunner.ofTokenVectors(
            GraphFile.findOrExport(model, export),
            InferenceDevice.of(options.device()),
            options.threads());
  }

  /**
   * Opens a model, whose graph needs as much memory as that of an encoder.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if the model is not a transformer, its graph has no output with the
   *     vectors of all tokens, or it is damaged
   */
  public static TokenVectors open(ModelFolder model, InferenceOptions options) {
    return new TokenVectors(model, options);
  }

  /**
   * Encodes texts; the end of one that is too long is ignored.
   *
   * @return {@code float[texts][tokens][hidden]}
   */
  public float[][][] encode(List<String> texts, Role role) {
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences = new ArrayList<>(texts.size());
    for (String text : texts) {
      sequences.add(TokenSequence.of(tokenizer.encode(prefix + text, maxLength), role));
    }
    float[][] flat = runner.submit(sequences).await();
    float[][][] vectors = new float[flat.length][][];
    for (int i = 0; i < flat.length; i++) {
      vectors[i] = new float[flat[i].length / hidden][];
      for (int token = 0; token < vectors[i].length; token++) {
        vectors[i][token] = Arrays.copyOfRange(flat[i], token * hidden, (token + 1) * hidden);
      }
    }
    return vectors;
  }

  @Override
  public void close() {
    runner.close();
  }
}
