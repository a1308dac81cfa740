// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

/**
 * Options of a transformer that is loaded to be trained.
 *
 * @param layers number of first layers to use; {@link #ALL} for all
 * @param dropout dropout probability of each sublayer's output in training, from 0 to below 1
 * @param attentionDropout the same for attention weights
 * @param sparseGradients whether the gradient of the word embedding contains only the rows that
 *     were looked up; the optimizer must support it
 * @param int4WordEmbeddings whether rows of the word embedding are quantised to four bits, with a
 *     scale for each 32 numbers
 * @param precision type of the weights
 * @param device device: {@code cpu}, {@code cuda}, {@code cuda:1}
 */
public record TransformerOptions(
    int layers,
    double dropout,
    double attentionDropout,
    boolean sparseGradients,
    boolean int4WordEmbeddings,
    Precision precision,
    String device) {
  /** Uses all layers. */
  public static final int ALL = Integer.MAX_VALUE;

  /** All layers on the CPU in single precision, with BERT's dropout of 0.1. */
  public static final TransformerOptions DEFAULT = builder().build();

  /** The type of weights. Autocast computes in fewer bits. */
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

  /** Starts from {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options. */
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

    /** Sets the dropout of sublayers and of attention. */
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
