package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.VectorObjective;
import org.isogloss.text.Encoding;

/**
 * Distillation into many languages (Reimers and Gurevych 2020, equation 1): a sentence and its
 * translation both get the teacher's vector of the sentence.
 */
record TaughtVectors(BiEncoder encoder, Teacher teacher, Distillation loss)
    implements VectorObjective<List<TaughtPair>> {
  private ChunkPlan plan(List<TaughtPair> pairs) {
    List<Encoding> texts = new ArrayList<>();
    pairs.forEach(pair -> texts.add(pair.left()));
    pairs.forEach(pair -> texts.add(pair.right()));
    return encoder.plan(texts);
  }

  @Override
  public int chunks(List<TaughtPair> pairs) {
    return plan(pairs).chunks();
  }

  @Override
  public Tensor vectors(List<TaughtPair> pairs, int chunk) {
    return encoder.vectors(plan(pairs), chunk);
  }

  @Override
  public Tensor loss(List<TaughtPair> pairs, Tensor vectors) {
    Tensor shown = teacher.vectors(pairs.stream().map(TaughtPair::shown).toList());
    Tensor twice = torch.cat(new TensorVector(shown, shown), 0);
    return loss.vectorLoss(encoder.inOrder(plan(pairs), vectors), twice);
  }
}
