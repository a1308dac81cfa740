// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

/**
 * Options for loading a transformer for training.
 *
 * @param layers number of layers to keep, counted from the first; {@link #ALL} for all
 * @param dropout fraction of the output of each sublayer to drop in training, in [0, 1)
 * @param attentionDropout fraction of the attention weights to drop in training, in [0, 1)
 * @param sparseGradients whether the gradient of the word embedding contains only the rows that
 *     were looked up; the optimizer must support sparse gradients
 * @param int4WordEmbeddings whether the rows of the word embedding are rounded to four bits, with a
 *     scale for each 32 numbers, when they are read
 * @param precision type of the weights
 * @param device {@code cpu}, {@code cuda} or {@code cuda:N}
 */
public record TransformerOptions(
    int layers,
    double dropout,
    double attentionDropout,
    boolean sparseGradients,
    boolean int4WordEmbeddings,
    Precision precision,
    String device) {
  /** Keeps all layers. */
  public static final int ALL = Integer.MAX_VALUE;

  /** All layers on the CPU in single precision, with a dropout of 0.1 as in BERT. */
  public static final TransformerOptions DEFAULT = builder().build();

  /** Type of the weights. Autocast computes with fewer bits. */
  public enum Precision {
    FLOAT32,
    FLOAT64
  }

  public TransformerOptions {
    requireNonNull(precision, "precision is null");
    requireNonNull(device, "device is null");
    if (layers < 1) {
      throw new IllegalArgumentException("layers is " + layers + ", expected 1 or more");
    }
    requireRate("dropout", dropout);
    requireRate("attentionDropout", attentionDropout);
    if (!device.matches("cpu|cuda(:[0-9]+)?")) {
      throw new IllegalArgumentException(
          "device is \"" + device + "\", expected cpu, cuda or cuda:N");
    }
  }

  private static void requireRate(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected a number from 0 to below 1");
    }
  }

  /** Returns a builder with the values of {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builder of options. */
  public static final class Builder {
    private int layers = ALL;
    private double dropout = 0.1;
    private double attentionDropout = 0.1;
    private boolean sparseGradients;
    private boolean int4WordEmbeddings;
    private Precision precision = Precision.FLOAT32;
    private String device = "cpu";

    private Builder() {}

    public Builder layers(int layers) {
      this.layers = layers;
      return this;
    }

    /** Sets the dropout of sublayers and of attention weights. */
    public Builder dropout(double dropout) {
      this.dropout = dropout;
      attentionDropout = dropout;
      return this;
    }

    public Builder attentionDropout(double attentionDropout) {
      this.attentionDropout = attentionDropout;
      return this;
    }

    public Builder sparseGradients(boolean sparseGradients) {
      this.sparseGradients = sparseGradients;
      return this;
    }

    public Builder int4WordEmbeddings(boolean int4WordEmbeddings) {
      this.int4WordEmbeddings = int4WordEmbeddings;
      return this;
    }

    public Builder precision(Precision precision) {
      this.precision = precision;
      return this;
    }

    public Builder device(String device) {
      this.device = device;
      return this;
    }

    public TransformerOptions build() {
      return new TransformerOptions(
          layers,
          dropout,
          attentionDropout,
          sparseGradients,
          int4WordEmbeddings,
          precision,
          device);
    }
  }
}
