// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.ObjectiveContractTest;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.FiniteDifferences;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the losses with their definitions and the gradients with finite differences, in double
 * precision, and lets both sides train alone.
 */
@RequiresTorch
class AdversaryObjectiveTest {
  private static final int LENGTH = 24;

  @TempDir Path folder;
  private ModelFolder model;
  private Transformer transformer;
  private LanguageDiscriminator discriminator;
  private AdversaryEncoder encoder;

  @BeforeEach
  void open() {
    model = ModelFolder.open(SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder));
    transformer =
        Transformer.load(
            model,
            TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build());
    discriminator = LanguageDiscriminator.create(model, transformer, 3);
    encoder = new AdversaryEncoder(transformer, new PoolingHead(Pooling.CLS), false, 4);
  }

  @AfterEach
  void close() {
    discriminator.close();
    transformer.close();
    model.close();
  }

  /** Three texts of each side and one more of the source, in mixed order, of various lengths. */
  private List<AdversaryExample> batch(boolean terms) {
    List<AdversaryExample> batch = new ArrayList<>();
    List<String> lines = CorpusFixtures.pairs();
    for (int i = 0; i < 7; i++) {
      String[] texts = lines.get(i).split("\t", -1);
      Encoding text = model.tokenizer().encode(texts[i % 2], LENGTH);
      int[] positions = terms ? new int[] {1, text.size() - 2} : new int[0];
      batch.add(new AdversaryExample(text, i % 2 == 0, positions));
    }
    return batch;
  }

  private AdversaryObjective discriminating() {
    return AdversaryObjective.ofDiscriminator(encoder, discriminator);
  }

  private AdversaryObjective generating(int layers) {
    return AdversaryObjective.ofGenerator(encoder, discriminator, layers);
  }

  /** Returns D(z) of each vector of a side, one text at a time. */
  private List<Double> probabilities(List<AdversaryExample> batch, boolean source) {
    List<Double> found = new ArrayList<>();
    double[] weight = numbers(discriminator.parameters().get(0).values());
    double bias = numbers(discriminator.parameters().get(1).values())[0];
    for (AdversaryExample example : batch) {
      if (example.source() == source) {
        double[] hidden =
            numbers(transformer.forward(transformer.batch(List.of(example.text()))).detach());
        int[] read = example.positions().length == 0 ? new int[] {0} : example.positions();
        for (int position : read) {
          double logit = bias;
          for (int i = 0; i < weight.length; i++) {
            logit += weight[i] * hidden[position * weight.length + i];
          }
          found.add(1 / (1 + Math.exp(-logit)));
        }
      }
    }
    return found;
  }

  private static double[] numbers(Tensor tensor) {
    double[] numbers = new double[Math.toIntExact(tensor.numel())];
    tensor.contiguous().<DoubleBuffer>createBuffer().get(numbers);
    return numbers;
  }

  private static double meanLog(List<Double> probabilities) {
    return probabilities.stream().mapToDouble(Math::log).average().orElseThrow();
  }

  private static List<Double> complements(List<Double> probabilities) {
    return probabilities.stream().map(p -> 1 - p).toList();
  }

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @Test
  void lossesAreThoseOfThePaper() {
    for (boolean terms : new boolean[] {false, true}) {
      List<AdversaryExample> batch = batch(terms);
      try (PointerScope scope = new PointerScope()) {
        List<Double> x = probabilities(batch, true);
        List<Double> y = probabilities(batch, false);
        assertThat(x).hasSize(terms ? 8 : 4);
        assertThat(discriminating().loss(batch).item_double())
            .as("equation 3, terms: %s", terms)
            .isCloseTo(-meanLog(x) - meanLog(complements(y)), within(1e-9));
        assertThat(generating(1).loss(batch).item_double())
            .as("equation 4, terms: %s", terms)
            .isCloseTo(-meanLog(complements(x)) - meanLog(y), within(1e-9));
        LossValues reported = discriminating().backward(batch, 1);
        double right = x.stream().filter(p -> p > .5).count() / (double) x.size();
        double left = y.stream().filter(p -> p < .5).count() / (double) y.size();
        assertThat(reported.parts().get("accuracy")).isCloseTo((right + left) / 2, within(1e-9));
      }
    }
  }

  private List<Parameter> topLayer() {
    String prefix = "encoder.layer." + (transformer.architecture().layers().size() - 1) + ".";
    return transformer.parameters().stream()
        .filter(parameter -> parameter.name().startsWith(prefix))
        .toList();
  }

  @Test
  void gradientsOfTheDiscriminatorAreThoseOfItsLossAndNoOthers() {
    List<AdversaryExample> batch = batch(true);
    FiniteDifferences.check(discriminator.parameters(), () -> discriminating().loss(batch));
    assertThat(transformer.parameters())
        .allSatisfy(
            parameter ->
                assertThat(parameter.values().grad().defined()).as(parameter.name()).isFalse());
  }

  @Test
  void gradientsOfTheGeneratorAreThoseOfItsLossAndOfTheTopLayerOnly() {
    for (boolean terms : new boolean[] {false, true}) {
      List<AdversaryExample> batch = batch(terms);
      topLayer().forEach(parameter -> parameter.values().mutable_grad().reset());
      // The bias of keys has no effect: it adds the same to all scores of a token.
      List<Parameter> effective =
          topLayer().stream().filter(one -> !one.name().endsWith("self.key.bias")).toList();
      FiniteDifferences.check(effective, () -> generating(1).loss(batch));
      List<String> others = new ArrayList<>();
      discriminator.parameters().stream()
          .filter(parameter -> parameter.values().grad().defined())
          .forEach(parameter -> others.add(parameter.name()));
      transformer.parameters().stream()
          .filter(parameter -> !topLayer().contains(parameter))
          .filter(parameter -> parameter.values().grad().defined())
          .forEach(parameter -> others.add(parameter.name()));
      assertThat(others).as("parameters with a gradient, terms: %s", terms).isEmpty();
    }
  }

  @Test
  void forwardBelowTheTopLayersIsThatOfTheWholeModel() {
    List<Encoding> texts = batch(false).stream().map(AdversaryExample::text).toList();
    float[] whole = TransformerFixtures.numbers(transformer.forward(transformer.batch(texts)));
    for (int layers = 0; layers <= transformer.architecture().layers().size(); layers++) {
      Tensor partly = transformer.forward(transformer.batch(texts), layers);
      assertThat(TransformerFixtures.numbers(partly)).isEqualTo(whole);
      assertThat(partly.requires_grad()).isEqualTo(layers > 0);
    }
  }

  private abstract class Contract extends ObjectiveContractTest<List<AdversaryExample>> {
    @Override
    protected List<AdversaryExample> batch() {
      return AdversaryObjectiveTest.this.batch(true);
    }
  }

  @Nested
  class OfTheDiscriminator extends Contract {
    @Override
    protected Objective<List<AdversaryExample>> objective() {
      return discriminating();
    }

    @Override
    protected List<Tensor> parameters() {
      return discriminator.parameters().stream().map(Parameter::values).toList();
    }
  }

  @Nested
  class OfTheGenerator extends Contract {
    @Override
    protected Objective<List<AdversaryExample>> objective() {
      return generating(1);
    }

    @Override
    protected List<Tensor> parameters() {
      return topLayer().stream().map(Parameter::values).toList();
    }
  }

  private static AdamW adam(List<Parameter> parameters, double rate) {
    SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
    parameters.forEach(parameter -> tensors.put(parameter.name(), parameter.values()));
    return new AdamW(List.of(new AdamW.Group(tensors, AdamOptions.of(rate))));
  }

  /** Trains one side alone and returns the accuracy of the discriminator before and after. */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  private double[] accuracies(
      AdversaryObjective objective, AdamW adam, List<AdversaryExample> batch, int steps) {
    double[] accuracies = new double[2];
    for (int step = 0; step <= steps; step++) {
      try (PointerScope scope = new PointerScope()) {
        double accuracy = objective.backward(batch, 1).parts().get("accuracy");
        accuracies[step == 0 ? 0 : 1] = accuracy;
        adam.step(1);
      }
    }
    return accuracies;
  }

  @Test
  void discriminatorLearnsAndIsThenDeceived() {
    List<AdversaryExample> batch = batch(false);
    try (AdamW discriminating = adam(discriminator.parameters(), 0.05);
        AdamW generating = adam(topLayer(), 0.01)) {
      double[] learnt = accuracies(discriminating(), discriminating, batch, 100);
      assertThat(learnt[1]).isGreaterThan(learnt[0]).isEqualTo(1);
      double[] deceived = accuracies(generating(1), generating, batch, 60);
      assertThat(deceived[0]).isEqualTo(1);
      assertThat(deceived[1]).isLessThan(0.5);
    }
  }
}
