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
import org.isogloss.neural.CachedGradients;
import org.isogloss.neural.Compute;
import org.isogloss.neural.Losses;
import org.isogloss.neural.NeedsTorch;
import org.isogloss.neural.Negatives;
import org.isogloss.neural.Objective;
import org.isogloss.neural.RandomState;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.Torch;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerModel;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.staticencoder.SmallCorpora;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.PoolingHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cached gradients beside those of the whole batch at once, dropout on. */
@NeedsTorch
class CachedGradientsTest {
  private static final int CHUNK = 5;

  @TempDir Path folder;

  private static List<TextPair> pairs(RankerBase base) {
    List<TextPair> pairs = new ArrayList<>();
    List<String> lines = SmallCorpora.pairs();
    for (int i = 0; i < 12; i++) {
      String[] pair = lines.get(i).split("\t", -1);
      pairs.add(TextPair.of(base.query(pair[0]), base.query(pair[1]), i, i + 100));
    }
    return pairs;
  }

  private static Map<String, float[]> takeGradients(RankerBase base) {
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

  // The scopes free what is made inside them.
  @SuppressWarnings("try")
  private static Losses backward(Objective<List<TextPair>> objective, List<TextPair> pairs) {
    Torch.seed(11);
    try (PointerScope scope = new PointerScope()) {
      return objective.backward(pairs, 0.5);
    }
  }

  @Test
  void areThoseOfTheWholeBatch() throws IOException {
    Path copy = SampleTransformer.BERT_ENCODER.copyInto(folder);
    RankerModel model =
        new RankerModel(
            copy,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            64,
            0.3,
            RankerModel.Words.WHOLE,
            RankerModel.Frozen.NOTHING,
            0);
    try (RankerBase base = RankerBase.open(model, new Compute("cpu", false))) {
      base.transformer().training(true);
      List<TextPair> pairs = pairs(base);
      PairObjective contrast =
          new PairObjective(
              new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, CHUNK),
              Optional.empty(),
              List.of(
                  PairLoss.of(
                      new BiEncoderObjectives.Contrast(Negatives.BOTH_SIDES, 20, true, 1))));
      assertThat(contrast.chunks(pairs)).isEqualTo(5);
      Losses whole = backward(contrast, pairs);
      Map<String, float[]> expected = takeGradients(base);
      RandomState random = new RandomState("cpu");
      Losses cached = backward(new CachedGradients<>(contrast, random), pairs);
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
      assertThat(random.save()).as("dropout goes on with the same numbers").isEqualTo(after);
    }
  }
}
