package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.Negatives;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.transformer.Projection;
import org.isogloss.text.Encoding;

/**
 * HICTL's sentence-level contrast (Wei et al. 2021, equations 2 to 4): each sentence of n pairs has
 * its pair's other one against 2n - 2 sentences of both sides; the mean over the pairs of the sum
 * of both directions. Where a batch has the same sentence twice, it does not stand against its own
 * pair; where all differ this is the paper's formula.
 */
record HictlSentences(
    HictlEncoder encoder, Pooling pooling, Optional<Projection> projection, double scale)
    implements Objective<HictlBatch> {
  private static final InfoNce BOTH_SIDES = new InfoNce(Negatives.BOTH_SIDES);

  @Override
  public Tensor loss(HictlBatch batch) {
    List<TextPair> pairs = batch.pairs().stream().map(HictlPair::alone).toList();
    List<Encoding> texts = new ArrayList<>();
    pairs.forEach(pair -> texts.add(pair.left().text()));
    pairs.forEach(pair -> texts.add(pair.right().text()));
    Tensor pooled = encoder.vectors(texts, pooling);
    Tensor seen = projection.map(map -> map.apply(pooled)).orElse(pooled);
    Tensor unit = torch.normalize(seen, new NormalizeFuncOptions());
    long n = pairs.size();
    Tensor mean =
        BOTH_SIDES.loss(
            unit.narrow(0, 0, n),
            unit.narrow(0, n, n),
            torch.full(new long[0], Tensors.scalar(scale)).to(device(), unit.scalar_type()),
            keys(pairs.stream().mapToInt(pair -> pair.left().key()).toArray()),
            keys(pairs.stream().mapToInt(pair -> pair.right().key()).toArray()));
    // InfoNCE here is the mean of the two directions, the paper's equation 4 their sum.
    return mean.mul(Tensors.scalar(2));
  }

  private Device device() {
    return encoder.transformer().device();
  }

  private Tensor keys(int[] keys) {
    return Tensors.ids(keys).to(device(), torch.ScalarType.Long);
  }
}
