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
  public String multiply(PreparedVectors x, Matrix matrix) {
    matrix.require(weights);
    String columns =
        graph.addInitializer(
            Initializer.floats(
                matrix.name(),
                new long[] {matrix.in(), matrix.out()},
                sink -> sink.accept(matrix.values(weights))));
    return graph.node("MatMul", List.of(x.values(), columns));
  }
}
