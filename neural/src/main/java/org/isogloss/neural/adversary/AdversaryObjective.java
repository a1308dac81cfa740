// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;

/**
 * The losses of Wang et al. 2021, with {@code x} of the source language and {@code y} of a target
 * language:
 *
 * <pre>L_D = -mean log D(x) - mean log(1 - D(y))    (3)
 * L_G = -mean log(1 - D(x)) - mean log D(y)    (4)</pre>
 *
 * <p>The discriminator's step computes the encoder without a graph; the generator's step takes the
 * discriminator as it is, and gradients flow into the top layers of the encoder only. Both report
 * the accuracy of the discriminator, the mean of both languages.
 */
final class AdversaryObjective implements Objective<List<AdversaryExample>> {
  private final AdversaryEncoder encoder;
  private final LanguageDiscriminator discriminator;
  private final int generatorLayers;

  private AdversaryObjective(
      AdversaryEncoder encoder, LanguageDiscriminator discriminator, int generatorLayers) {
    this.encoder = encoder;
    this.discriminator = discriminator;
    this.generatorLayers = generatorLayers;
  }

  /** Returns the objective of the discriminator. */
  static AdversaryObjective ofDiscriminator(
      AdversaryEncoder encoder, LanguageDiscriminator discriminator) {
    return new AdversaryObjective(encoder, discriminator, 0);
  }

  /**
   * Returns the objective of the generator.
   *
   * @param layers number of layers, from the top, that it updates, 1 or more
   */
  static AdversaryObjective ofGenerator(
      AdversaryEncoder encoder, LanguageDiscriminator discriminator, int layers) {
    return new AdversaryObjective(encoder, discriminator, layers);
  }

  @Override
  public Tensor loss(List<AdversaryExample> batch) {
    return losses(batch).total();
  }

  @Override
  public LossValues backward(List<AdversaryExample> batch, double weight) {
    return losses(batch).backward(weight);
  }

  private LossTensors losses(List<AdversaryExample> batch) {
    AdversaryEncoder.Vectors vectors = encode(batch);
    boolean generates = generatorLayers > 0;
    Tensor logits =
        generates
            ? discriminator.logitsByConstants(vectors.vectors())
            : discriminator.logits(vectors.vectors());
    Tensor x = logits.masked_select(vectors.source());
    Tensor y = logits.masked_select(vectors.source().logical_not());
    // -log sigmoid(z) is softplus(-z), and -log(1 - sigmoid(z)) is softplus(z).
    Tensor loss =
        generates
            ? torch.softplus(x).mean().add(torch.softplus(y.neg()).mean())
            : torch.softplus(x.neg()).mean().add(torch.softplus(y).mean());
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    parts.put("accuracy", accuracy(x, y));
    return new LossTensors(loss, parts);
  }

  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  private AdversaryEncoder.Vectors encode(List<AdversaryExample> batch) {
    if (generatorLayers > 0) {
      return encoder.encode(batch, generatorLayers);
    }
    try (NoGradGuard guard = new NoGradGuard()) {
      return encoder.encode(batch, 0);
    }
  }

  private static Tensor accuracy(Tensor x, Tensor y) {
    Scalar zero = new Scalar(0f);
    return x.gt(zero)
        .to(x.scalar_type())
        .mean()
        .add(y.lt(zero).to(y.scalar_type()).mean())
        .div(new Scalar(2f));
  }
}
