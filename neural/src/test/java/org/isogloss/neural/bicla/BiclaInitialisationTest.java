// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isogloss.core.Language;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Direction;
import org.isogloss.modelio.bicla.BiclaArchitecture.LstmParameters;
import org.isogloss.modelio.bicla.BiclaArchitecture.Part;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresTorch
class BiclaInitialisationTest {
  private static final int DIMENSION = 8;

  private final WordTable words = words();

  /** Words whose vectors have unit length; their last two dimensions are small. */
  private static WordTable words() {
    SplittableRandom random = new SplittableRandom(1);
    List<String> words = new ArrayList<>();
    float[] values = new float[40 * DIMENSION];
    for (int row = 0; row < 40; row++) {
      words.add("w" + row);
      double squares = 0;
      for (int d = 0; d < DIMENSION; d++) {
        double value = random.nextGaussian() * (d < 6 ? 1 : 1e-3);
        values[row * DIMENSION + d] = (float) value;
        squares += value * value;
      }
      for (int d = 0; d < DIMENSION; d++) {
        values[row * DIMENSION + d] /= (float) Math.sqrt(squares);
      }
    }
    return new WordTable(Language.of("en"), words, new FloatEmbeddings(DIMENSION, values));
  }

  /** The dot product of the mean vectors of two sentences. */
  private double meanProduct(WordSequence first, WordSequence second) {
    double product = 0;
    for (int i : first.rows()) {
      for (int j : second.rows()) {
        for (int d = 0; d < DIMENSION; d++) {
          product += words.vectors().vector(i)[d] * (double) words.vectors().vector(j)[d];
        }
      }
    }
    return product / (first.length() * second.length());
  }

  /** Both with more states than dimensions and with fewer, but as many as are large. */
  @ParameterizedTest
  @CsvSource({"3, SOFTMAX", "5, SOFTMAX", "3, MEAN", "3, UNIT", "5, UNIT"})
  void startsAsTheBaselineAgg(int hiddenSize, Aggregation aggregation) {
    BiclaArchitecture architecture =
        new BiclaArchitecture(Attention.BIDIRECTIONAL, aggregation, DIMENSION, hiddenSize);
    Map<String, float[]> values = BiclaInitialisation.AGG.values(architecture, List.of(words), 1);
    ReferenceBicla reference =
        new ReferenceBicla(new BiclaFiles(architecture, values, List.of(words)));
    SplittableRandom random = new SplittableRandom(2);
    List<Double> products = new ArrayList<>();
    List<Double> logits = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      WordSequence first = ReferenceBicla.randomSentence(words, random);
      WordSequence second = ReferenceBicla.randomSentence(words, random);
      double lengths =
          aggregation == Aggregation.UNIT
              ? Math.sqrt(meanProduct(first, first) * meanProduct(second, second))
              : 1;
      products.add(meanProduct(first, second) / lengths);
      logits.add(reference.logit(first, second));
    }
    assertThat(correlation(products, logits)).isGreaterThan(0.98);
  }

  private static double correlation(List<Double> x, List<Double> y) {
    double meanX = x.stream().mapToDouble(v -> v).average().orElseThrow();
    double meanY = y.stream().mapToDouble(v -> v).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.size(); i++) {
      xy += (x.get(i) - meanX) * (y.get(i) - meanY);
      xx += (x.get(i) - meanX) * (x.get(i) - meanX);
      yy += (y.get(i) - meanY) * (y.get(i) - meanY);
    }
    return xy / Math.sqrt(xx * yy);
  }

  @Test
  void startsAsTheReleasedCode() {
    BiclaArchitecture architecture =
        new BiclaArchitecture(
            Attention.BIDIRECTIONAL,
            Aggregation.SOFTMAX,
            DIMENSION,
            20,
            true,
            Set.of(Part.ENCODER));
    Map<String, float[]> values =
        BiclaInitialisation.RELEASED.values(architecture, List.of(words), 1);
    LstmParameters lstm = architecture.lstm(Side.SECOND, Direction.BACKWARD);
    float[] inputs = values.get(lstm.inputWeight());
    double cells = 0;
    double gates = 0;
    for (int i = 0; i < 20 * DIMENSION; i++) {
      cells += inputs[2 * 20 * DIMENSION + i];
      gates = Math.max(gates, Math.abs(inputs[i]));
      assertThat(inputs[2 * 20 * DIMENSION + i]).isBetween(-0.3f, 0.1f);
    }
    assertThat(cells / (20 * DIMENSION)).isCloseTo(-0.1, within(0.03));
    assertThat(gates).isLessThanOrEqualTo(Math.sqrt(6.0 / 28)).isGreaterThan(0.4);
    assertThat(values.get(lstm.inputBias())).contains(0.5f, 1f).hasSize(80);
    assertThat(values.get(architecture.crossBias(Side.FIRST))).containsExactly(0.1f);
    assertThat(values.get(architecture.reductionWeight(Side.FIRST))).hasSize(40 * 20);
    assertThat(values.get(architecture.reductionWeight(Side.FIRST))).doesNotContain(0f);
  }

  @ParameterizedTest
  @EnumSource(BiclaInitialisation.class)
  void theSeedDecides(BiclaInitialisation initialisation) {
    BiclaArchitecture architecture =
        new BiclaArchitecture(Attention.NONE, Aggregation.MEAN, DIMENSION, 3);
    Map<String, float[]> values = initialisation.values(architecture, List.of(words), 5);
    Map<String, float[]> again = initialisation.values(architecture, List.of(words), 5);
    assertThat(values.keySet()).isEqualTo(architecture.parameterShapes().keySet());
    values.forEach((name, value) -> assertThat(again.get(name)).isEqualTo(value));
  }
}
