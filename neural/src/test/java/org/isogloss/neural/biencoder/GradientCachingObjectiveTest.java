// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.objective.GradientCachingObjective;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.transformer.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares cached gradients with those of the whole batch, with dropout. */
@RequiresTorch
class GradientCachingObjectiveTest {
  private static final int CHUNK = 5;

  @TempDir Path folder;

  private static List<TextPair> pairs(PretrainedModel base) {
    List<TextPair> pairs = new ArrayList<>();
    List<String> lines = CorpusFixtures.pairs();
    for (int i = 0; i < 12; i++) {
      String[] pair = lines.get(i).split("\t", -1);
      pairs.add(TextPair.of(base.encodeQuery(pair[0]), base.encodeQuery(pair[1]), i, i + 100));
    }
    return pairs;
  }

  private static Map<String, float[]> takeGradients(PretrainedModel base) {
    Map<String, float[]> gradients = new LinkedHashMap<>();
    for (Parameter parameter : base.transformer().parameters()) {
      Tensor gradient = parameter.values().grad();
      if (gradient.defined()) {
        gradients.put(parameter.name(), Tensors.toArray(gradient.to_dense()));
        parameter.values().mutable_grad().reset();
      }
    }
    return gradients;
  }

  // The scopes free the tensors that are created inside them.
  @SuppressWarnings("try")
  private static LossValues backward(Objective<List<TextPair>> objective, List<TextPair> pairs) {
    Torch.setSeed(11);
    try (PointerScope scope = new PointerScope()) {
      return objective.backward(pairs, 0.5);
    }
  }

  @Test
  void equalsTheGradientsOfTheWholeBatch() throws IOException {
    Path copy = SampleTransformer.BERT_ENCODER.copyInto(folder);
    PretrainedModelOptions model =
        new PretrainedModelOptions(
            copy,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            64,
            0.3,
            PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
            PretrainedModelOptions.FrozenPart.NOTHING,
            0,
            PretrainedModelOptions.WordGradient.SPARSE);
    try (PretrainedModel base = PretrainedModel.open(model, new ComputeOptions("cpu", false))) {
      base.transformer().setTraining(true);
      List<TextPair> pairs = pairs(base);
      PairObjective contrast =
          new PairObjective(
              new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, CHUNK),
              Optional.empty(),
              List.of(
                  PairLoss.of(
                      new BiEncoderObjectiveOptions.Contrast(
                          InBatchNegatives.BOTH_SIDES, 20, true, 1))),
              1);
      assertThat(contrast.chunks(pairs)).isEqualTo(5);
      LossValues whole = backward(contrast, pairs);
      Map<String, float[]> expected = takeGradients(base);
      RandomGeneratorState random = new RandomGeneratorState("cpu");
      LossValues cached = backward(new GradientCachingObjective<>(contrast, random), pairs);
      long[] after = random.save();
      Map<String, float[]> found = takeGradients(base);
      assertThat(cached.total()).isCloseTo(whole.total(), within(1e-6));
      assertThat(found).containsOnlyKeys(expected.keySet()).hasSizeGreaterThan(30);
      expected.forEach(
          (name, values) -> {
            for (int i = 0; i < values.length; i++) {
              assertThat(found.get(name)[i])
                  .as("%s[%d]", name, i)
                  .isCloseTo(values[i], within(1e-6f));
            }
          });
      backward(contrast, pairs);
      assertThat(random.save()).as("the random generators are in the same state").isEqualTo(after);
    }
  }
}
