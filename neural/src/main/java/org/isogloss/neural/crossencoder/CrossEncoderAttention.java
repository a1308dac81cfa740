// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * The attention weights from the tokens of a query to the tokens of a sentence that is encoded
 * together with it (CLIR-BERT, Jiang et al. 2020, section 3.4).
 *
 * @param query tokens of the query, without special tokens, as the vocabulary contains them
 * @param sentence tokens of the sentence
 * @param weights {@code [layers][heads][query][sentence]}; the sum over the sentence is less than
 *     1, because attention to special tokens and to the query is excluded
 */
public record CrossEncoderAttention(
    List<String> query, List<String> sentence, float[][][][] weights) {
  public CrossEncoderAttention {
    query = List.copyOf(query);
    sentence = List.copyOf(sentence);
  }

  /** Returns the number of layers. */
  public int layers() {
    return weights.length;
  }

  /** Returns the number of heads per layer. */
  public int heads() {
    return weights[0].length;
  }

  /**
   * Computes the attention weights of a query and a sentence.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder contains no transformer
   */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  public static CrossEncoderAttention of(ModelFolder model, String query, String sentence) {
    Tokenizer tokenizer = model.tokenizer();
    int maxLength = Math.min(model.encoding().maxLength(), model.transformerConfig().maxLength());
    Encoding pair = tokenizer.encode(query, sentence, maxLength);
    List<Integer> queryPositions = positionsOf(pair, Encoding.FIRST);
    List<Integer> sentencePositions = positionsOf(pair, Encoding.SECOND);
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard();
        Transformer transformer = Transformer.load(model, TransformerOptions.DEFAULT)) {
      List<Tensor> all = transformer.attentionWeights(transformer.batch(List.of(pair)));
      float[][][][] weights = new float[all.size()][][][];
      for (int layer = 0; layer < weights.length; layer++) {
        weights[layer] = weights(all.get(layer), pair.size(), queryPositions, sentencePositions);
      }
      return new CrossEncoderAttention(
          tokensAt(tokenizer, pair, queryPositions),
          tokensAt(tokenizer, pair, sentencePositions),
          weights);
    }
  }

  private static float[][][] weights(
      Tensor layer, int tokens, List<Integer> queryPositions, List<Integer> sentencePositions) {
    float[] flat = Tensors.toArray(layer);
    float[][][] weights =
        new float[flat.length / tokens / tokens][queryPositions.size()][sentencePositions.size()];
    for (int head = 0; head < weights.length; head++) {
      for (int i = 0; i < queryPositions.size(); i++) {
        for (int j = 0; j < sentencePositions.size(); j++) {
          weights[head][i][j] =
              flat[(head * tokens + queryPositions.get(i)) * tokens + sentencePositions.get(j)];
        }
      }
    }
    return weights;
  }

  private static List<Integer> positionsOf(Encoding pair, int source) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < pair.size(); i++) {
      if (pair.sequenceIds()[i] == source) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static List<String> tokensAt(
      Tokenizer tokenizer, Encoding pair, List<Integer> positions) {
    return positions.stream().map(position -> tokenizer.token(pair.ids()[position])).toList();
  }
}
