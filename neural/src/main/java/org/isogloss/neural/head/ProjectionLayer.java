package org.isogloss.neural.head;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;

/**
 * A linear map between a text's vector and a loss, as wide as the transformer. It is trained beside
 * the transformer and left away afterwards (HICTL's {@code f}, Wei et al. 2021, section 3.1; so do
 * Chen et al. 2020).
 */
public final class ProjectionLayer implements AutoCloseable {
  private static final String NAME = "projection";

  private final Linear linear;

  private ProjectionLayer(Linear linear) {
    this.linear = linear;
  }

  /**
   * A new map.
   *
   * @param folder that the transformer was loaded from
   * @param seed of its weights
   */
  public static ProjectionLayer create(ModelFolder folder, Transformer body, long seed) {
    int hidden = body.config().hiddenSize();
    return new ProjectionLayer(
        ParameterSource.read(folder, body, seed, source -> source.newLinear(NAME, hidden, hidden)));
  }

  /** {@code [.., hidden]} to {@code [.., hidden]}. */
  public Tensor apply(Tensor vectors) {
    return linear.apply(vectors);
  }

  /** What can be trained of it. */
  public List<Parameter> parameters() {
    return linear.parameters();
  }

  /** Frees its parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
