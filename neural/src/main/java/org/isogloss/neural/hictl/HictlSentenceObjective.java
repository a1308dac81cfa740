// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.head.ProjectionLayer;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.loss.InfoNceLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * The sentence-level contrastive loss of HICTL (Wei et al. 2021, equations 2 to 4): in a batch of n
 * pairs, each sentence has one positive and 2n - 2 negatives on both sides; the loss is the mean
 * over the pairs of the sum of both directions. Duplicates of a sentence are not negatives for its
 * pair; if all sentences differ, this is the formula of the paper.
 *
 * @param encoder the encoder to train
 * @param pooling how the token vectors of a text are pooled
 * @param projection applied to the vectors before the cosine, if present
 * @param scale factor of the cosines
 */
record HictlSentenceObjective(
    HictlEncoder encoder, Pooling pooling, Optional<ProjectionLayer> projection, double scale)
    implements Objective<HictlBatch> {
  private static final InfoNceLoss INFO_NCE = new InfoNceLoss(InBatchNegatives.BOTH_SIDES);

  @Override
  public Tensor loss(HictlBatch batch) {
    List<TextPair> pairs = batch.pairs().stream().map(HictlPair::pair).toList();
    List<Encoding> texts = new ArrayList<>();
    pairs.forEach(pair -> texts.add(pair.left().text()));
    pairs.forEach(pair -> texts.add(pair.right().text()));
    Tensor pooled = encoder.vectors(texts, pooling);
    Tensor projected = projection.map(map -> map.apply(pooled)).orElse(pooled);
    Tensor unit = torch.normalize(projected, new NormalizeFuncOptions());
    long n = pairs.size();
    Tensor mean =
        INFO_NCE.loss(
            unit.narrow(0, 0, n),
            unit.narrow(0, n, n),
            torch.full(new long[0], Tensors.scalar(scale)).to(device(), unit.scalar_type()),
            keys(pairs.stream().mapToInt(pair -> pair.left().textKey()).toArray()),
            keys(pairs.stream().mapToInt(pair -> pair.right().textKey()).toArray()));
    // InfoNceLoss is the mean of the two directions, equation 4 of the paper is their sum.
    return mean.mul(Tensors.scalar(2));
  }

  private Device device() {
    return encoder.transformer().device();
  }

  private Tensor keys(int[] keys) {
    return Tensors.longTensor(keys).to(device(), torch.ScalarType.Long);
  }
}
