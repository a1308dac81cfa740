// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.neural.torch.Tensors;

/**
 * The target sides of a batch. The decoder reads the beginning token and the tokens of the
 * translation, and predicts these tokens and the ending one, each from those before it.
 *
 * @param inputs indices of the tokens to read, int64 {@code [pairs, tokens]}; padded with the
 *     ending token, after which nothing is predicted
 * @param places where a token is predicted: its place in {@code inputs}, row by row, int64 {@code
 *     [predictions]}
 * @param rows the pair of each prediction, int64 {@code [predictions]}
 * @param labels the token to predict, int64 {@code [predictions]}
 */
record TargetBatch(Tensor inputs, Tensor places, Tensor rows, Tensor labels) {
  /** Creates the batch of the target sides of pairs. */
  static TargetBatch of(List<TranslationPair> pairs, TargetVocabulary vocabulary, Device device) {
    int tokens = pairs.stream().mapToInt(pair -> pair.target().length + 1).max().orElseThrow();
    int predictions = pairs.stream().mapToInt(pair -> pair.target().length + 1).sum();
    int[] inputs = new int[pairs.size() * tokens];
    int[] places = new int[predictions];
    int[] rows = new int[predictions];
    int[] labels = new int[predictions];
    int at = 0;
    for (int row = 0; row < pairs.size(); row++) {
      int[] target = pairs.get(row).target();
      for (int i = 0; i < tokens; i++) {
        int place = row * tokens + i;
        inputs[place] =
            i == 0 ? vocabulary.begin() : i <= target.length ? target[i - 1] : vocabulary.end();
        if (i <= target.length) {
          places[at] = place;
          rows[at] = row;
          labels[at++] = i < target.length ? target[i] : vocabulary.end();
        }
      }
    }
    return new TargetBatch(
        tensor(inputs, device).view(pairs.size(), tokens),
        tensor(places, device),
        tensor(rows, device),
        tensor(labels, device));
  }

  private static Tensor tensor(int[] values, Device device) {
    return Tensors.longTensor(values).to(device, ScalarType.Long);
  }
}
