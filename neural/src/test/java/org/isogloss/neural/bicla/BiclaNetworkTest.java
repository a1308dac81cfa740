// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.neural.bicla.BiclaBatch.Example;
import org.isogloss.neural.bicla.BiclaNetwork.PairStates;
import org.isogloss.neural.bicla.BiclaRecipe.ObjectiveOptions;
import org.isogloss.neural.bicla.BiclaRecipe.ObjectiveOptions.Regulariser;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.ObjectiveContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@RequiresTorch
class BiclaNetworkTest {
  private static final int PAIRS = 12;
  private static final double LAMBDA = 0.5;

  private final long seed = new Random().nextLong();

  static List<BiclaArchitecture> architectures() {
    return ReferenceBicla.architectures();
  }

  private static List<WordSequence> sentences(WordTable words, SplittableRandom random) {
    List<WordSequence> sentences = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      sentences.add(ReferenceBicla.randomSentence(words, random));
    }
    return sentences;
  }

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @ParameterizedTest
  @MethodSource("architectures")
  void scoresAsTheEquations(BiclaArchitecture architecture) {
    BiclaFiles model = ReferenceBicla.randomModel(architecture, seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<WordSequence> first = sentences(model.words().get(0), random);
    List<WordSequence> second = sentences(model.words().get(1), random);
    ReferenceBicla reference = new ReferenceBicla(model);
    try (PointerScope scope = new PointerScope();
        BiclaNetwork network = BiclaNetwork.of(model.architecture(), model.parameters())) {
      PairStates states = network.encode(first, second);
      // Division by the length of a short embedding magnifies errors.
      double tolerance = architecture.aggregation() == Aggregation.UNIT ? 1e-3 : 1e-5;
      for (int groups : new int[] {1, 3}) {
        float[] scores =
            Tensors.toArray(network.scores(states.first(), states.second(), groups).detach());
        int size = PAIRS / groups;
        assertThat(scores).hasSize(PAIRS * size);
        for (int k = 0; k < scores.length; k++) {
          int i = k / size;
          int j = i / size * size + k % size;
          assertThat((double) scores[k])
              .as("seed %d, pair %d-%d of %d groups", seed, i, j, groups)
              .isCloseTo(reference.score(first.get(i), second.get(j)), within(tolerance));
        }
      }
    }
  }

  @Nested
  class ObjectiveKeepsTheContract extends ObjectiveContractTest<BiclaBatch> {
    private final BiclaFiles model =
        ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, Aggregation.SUM, 5);
    private final BiclaNetwork network = BiclaNetwork.of(model.architecture(), model.parameters());
    private final BiclaBatch batch = BiclaNetworkTest.batch(model, true, new SplittableRandom(5));

    @AfterEach
    void close() {
      network.close();
    }

    @Override
    protected Objective<BiclaBatch> objective() {
      return new BiclaObjective(network, new ObjectiveOptions(1, 1e-3, Regulariser.NORM));
    }

    @Override
    protected BiclaBatch batch() {
      return batch;
    }

    @Override
    protected List<Tensor> parameters() {
      return List.copyOf(network.parameters().values());
    }
  }

  /** Two examples of different lengths with two negatives each. */
  private static BiclaBatch batch(BiclaFiles model, boolean inBatch, SplittableRandom random) {
    WordTable english = model.words().get(0);
    WordTable german = model.words().get(1);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      examples.add(
          new Example(
              ReferenceBicla.randomSentence(english, random),
              ReferenceBicla.randomSentence(german, random),
              List.of(
                  ReferenceBicla.randomSentence(german, random),
                  ReferenceBicla.randomSentence(german, random))));
    }
    return new BiclaBatch(examples, inBatch);
  }

  /**
   * The loss by its definition. A sentence with the words of the translation is no negative, nor is
   * the translation of a sentence with the words of the first one.
   */
  private static double loss(
      BiclaFiles model,
      Map<String, float[]> parameters,
      BiclaBatch batch,
      Regulariser regulariser) {
    ReferenceBicla reference =
        new ReferenceBicla(new BiclaFiles(model.architecture(), parameters, model.words()));
    double loss = 0;
    for (Example example : batch.examples()) {
      double positive = reference.score(example.first(), example.second());
      List<WordSequence> negatives = new ArrayList<>(example.negatives());
      if (batch.inBatch()) {
        for (Example other : batch.examples()) {
          if (!other.equals(example)) {
            if (!haveEqualWords(other.first(), example.first())) {
              negatives.add(other.second());
            }
            negatives.addAll(other.negatives());
          }
        }
      }
      negatives.removeIf(negative -> haveEqualWords(negative, example.second()));
      for (WordSequence negative : negatives) {
        loss += Math.max(0, 1 - (positive - reference.score(example.first(), negative)));
      }
    }
    double squares = 0;
    for (float[] values : parameters.values()) {
      for (float value : values) {
        squares += (double) value * value;
      }
    }
    return loss + LAMBDA * (regulariser == Regulariser.NORM ? Math.sqrt(squares) : squares / 2);
  }

  private static boolean haveEqualWords(WordSequence a, WordSequence b) {
    return Arrays.equals(a.rows(), b.rows());
  }

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @ParameterizedTest
  @MethodSource("architectures")
  void gradientsAreThoseOfTheLoss(BiclaArchitecture architecture) {
    Regulariser regulariser =
        architecture.reduction() ? Regulariser.SQUARED_NORM : Regulariser.NORM;
    BiclaFiles model = ReferenceBicla.randomModel(architecture, seed);
    SplittableRandom random = new SplittableRandom(seed);
    BiclaBatch batch = batch(model, architecture.aggregation() == Aggregation.MEAN, random);
    try (PointerScope scope = new PointerScope();
        BiclaNetwork network = BiclaNetwork.of(model.architecture(), model.parameters())) {
      BiclaObjective objective =
          new BiclaObjective(network, new ObjectiveOptions(1, LAMBDA, regulariser));
      double reported = objective.backward(batch, 1).total();
      assertThat(reported)
          .as("seed %d", seed)
          .isCloseTo(loss(model, model.parameters(), batch, regulariser), within(1e-4));
      network
          .parameters()
          .forEach(
              (name, tensor) -> {
                Tensor gradient = tensor.grad();
                float[] found = Tensors.toArray(gradient);
                int index = random.nextInt(found.length);
                double slope = slope(model, batch, regulariser, name, index);
                // Single precision: the error grows with the slope.
                assertThat((double) found[index])
                    .as("seed %d, %s[%d]", seed, name, index)
                    .isCloseTo(slope, within(3e-3 * Math.max(1, Math.abs(slope))));
              });
    }
  }

  /**
   * The slope by finite differences: the loss is computed in double precision, and the step that
   * the parameters, which are floats, really make is known. A longer step misses where the loss
   * curves.
   */
  private static double slope(
      BiclaFiles model, BiclaBatch batch, Regulariser regulariser, String name, int index) {
    float step = 1f / (1 << 13);
    Map<String, float[]> higher = new HashMap<>(model.parameters());
    Map<String, float[]> lower = new HashMap<>(model.parameters());
    float[] above = model.parameters().get(name).clone();
    float[] below = above.clone();
    above[index] += step;
    below[index] -= step;
    higher.put(name, above);
    lower.put(name, below);
    return (loss(model, higher, batch, regulariser) - loss(model, lower, batch, regulariser))
        / ((double) above[index] - below[index]);
  }
}
