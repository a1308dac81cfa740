package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.VectorObjective;
import org.isogloss.text.Encoding;

/** {@link InfoNce} on pairs of translations as a bi-encoder sees them. */
final class PairContrast implements VectorObjective<List<TextPair>> {
  private final BiEncoder encoder;
  private final InfoNce loss;
  private final double scale;

  /**
   * A contrast.
   *
   * @param scale what cosines are multiplied by
   */
  PairContrast(BiEncoder encoder, InfoNce loss, double scale) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.loss = requireNonNull(loss, "loss is null");
    this.scale = scale;
  }

  private ChunkPlan plan(List<TextPair> pairs) {
    List<Encoding> texts = new ArrayList<>();
    pairs.forEach(pair -> texts.add(pair.left()));
    pairs.forEach(pair -> texts.add(pair.right()));
    return encoder.plan(texts);
  }

  @Override
  public int chunks(List<TextPair> pairs) {
    return plan(pairs).chunks();
  }

  @Override
  public Tensor vectors(List<TextPair> pairs, int chunk) {
    return encoder.vectors(plan(pairs), chunk);
  }

  @Override
  public Tensor loss(List<TextPair> pairs, Tensor vectors) {
    Tensor ordered = encoder.inOrder(plan(pairs), vectors);
    long n = pairs.size();
    return loss.loss(
        ordered.narrow(0, 0, n),
        ordered.narrow(0, n, n),
        torch.full(new long[0], Tensors.scalar(scale)).to(device(), ordered.scalar_type()),
        keys(pairs.stream().mapToInt(TextPair::leftKey).toArray()),
        keys(pairs.stream().mapToInt(TextPair::rightKey).toArray()));
  }

  private Device device() {
    return encoder.transformer().device();
  }

  private Tensor keys(int[] keys) {
    return Tensors.ids(keys).to(device(), torch.ScalarType.Long);
  }
}
