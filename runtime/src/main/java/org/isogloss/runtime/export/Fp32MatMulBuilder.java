// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.util.List;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/** Builds matrix products in single precision. */
record Fp32MatMulBuilder(GraphBuilder graph, TransformerWeights weights) implements MatMulBuilder {
  @Override
  public PreparedVectors prepare(Activations x) {
    return new PreparedVectors(x.name(), "");
  }

  @Override
  public String multiply(PreparedVectors x, String weight, int out, int in) {
    weights.tensor(weight, out, in);
    String matrix =
        graph.addInitializer(
            Initializer.floats(
                weight,
                new long[] {in, out},
                sink -> sink.accept(MatMulBuilder.transposed(weights, weight, out, in))));
    return graph.node("MatMul", List.of(x.values(), matrix));
  }
}
