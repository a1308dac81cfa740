package org.isogloss.runtime;

import java.util.List;
import org.isogloss.model.TransformerWeights;

/** Multiplies in single precision. */
record FloatProduct(GraphBuilder graph, TransformerWeights weights) implements MatrixProduct {
  @Override
  public Vectors prepare(Activations x) {
    return new Vectors(x.name(), "");
  }

  @Override
  public String times(Vectors x, String weight, int out, int in) {
    weights.tensor(weight, out, in);
    String matrix =
        graph.add(
            Initializer.floats(
                weight,
                new long[] {in, out},
                sink -> sink.accept(MatrixProduct.transposed(weights, weight, out, in))));
    return graph.node("MatMul", List.of(x.values(), matrix));
  }
}
