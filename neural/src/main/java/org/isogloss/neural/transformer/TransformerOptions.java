package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

/**
 * How a transformer is loaded to be trained.
 *
 * @param layers how many layers are kept, from the first on; {@link #ALL} for all
 * @param dropout the share of values that each sublayer's result loses while training, from 0 to
 *     below 1
 * @param attentionDropout the same for the weights of attention
 * @param sparseGradients whether the word embedding's gradient holds only the rows that were looked
 *     up; an optimizer must know how to take it
 * @param int4WordEmbeddings whether rows of the word embedding are read as they will be with four
 *     bits a number, a scale for each 32
 * @param precision what weights are kept in
 * @param device where it computes: {@code cpu}, {@code cuda}, {@code cuda:1}
 */
public record TransformerOptions(
    int layers,
    double dropout,
    double attentionDropout,
    boolean sparseGradients,
    boolean int4WordEmbeddings,
    Precision precision,
    String device) {
  /** Keeps all layers that there are. */
  public static final int ALL = Integer.MAX_VALUE;

  /** All layers on the CPU in single precision, and BERT's own dropout of 0.1. */
  public static final TransformerOptions DEFAULT = builder().build();

  /** What weights are kept in. Autocast computes in fewer bits than that. */
  public enum Precision {
    FLOAT32,
    FLOAT64
  }

  public TransformerOptions {
    requireNonNull(precision, "numbers is null");
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

  /** Collects options. */
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

    /** Of sublayers and of attention. */
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
