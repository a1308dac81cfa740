// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;

/**
 * A square linear map between the vector of a text and a loss. It is trained together with the
 * transformer and discarded after training ({@code f} in HICTL, Wei et al. 2021, section 3.1; also
 * Chen et al. 2020).
 */
public final class ProjectionLayer implements AutoCloseable {
  private static final String NAME = "projection";

  private final Linear linear;

  private ProjectionLayer(Linear linear) {
    this.linear = linear;
  }

  /**
   * Creates a new map.
   *
   * @param folder the folder from which the transformer was loaded
   * @param seed seed of the weights
   */
  public static ProjectionLayer create(ModelFolder folder, Transformer body, long seed) {
    int hidden = body.architecture().hiddenSize();
    return new ProjectionLayer(
        ParameterSource.read(folder, body, seed, source -> source.newLinear(NAME, hidden, hidden)));
  }

  /** Maps {@code [.., hidden]} to {@code [.., hidden]}. */
  public Tensor apply(Tensor vectors) {
    return linear.apply(vectors);
  }

  /** Returns the trainable parameters. */
  public List<Parameter> parameters() {
    return linear.parameters();
  }

  /** Frees the parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
