// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/** Trains a {@link QueryAttentionModel}: binary cross-entropy of each example. */
final class QueryAttentionObjective implements Objective<List<AttentionExample>>, AutoCloseable {
  private static final long NO_PADDING = -1;

  private final AttentionScoring kind;
  private final int dimension;
  private final Tensor table;
  private final SequencedMap<String, Tensor> parameters = new LinkedHashMap<>();

  /**
   * Creates an objective.
   *
   * @param table vectors of words, {@code [words][dimension]}
   */
  QueryAttentionObjective(QueryAttentionModel start, float[][] table) {
    this.kind = start.kind();
    this.dimension = start.dimension();
    float[] flat = new float[table.length * dimension];
    for (int i = 0; i < table.length; i++) {
      System.arraycopy(table[i], 0, flat, i * dimension, dimension);
    }
    this.table = Tensors.retain(Tensor.create(flat, table.length, dimension));
    kind.parameterShapes(dimension)
        .forEach(
            (name, shape) ->
                parameters.put(
                    name,
                    Tensors.retain(
                        Tensor.create(start.values(name), shape).set_requires_grad(true))));
  }

  /** Returns the trainable tensors by name. */
  SequencedMap<String, Tensor> parameters() {
    return parameters;
  }

  private Tensor parameter(String name) {
    return parameters.get(name);
  }

  /** Returns the current model, for use without libtorch. */
  QueryAttentionModel toModel() {
    SequencedMap<String, float[]> values = new LinkedHashMap<>();
    parameters.forEach((name, tensor) -> values.put(name, Tensors.toArray(tensor.detach())));
    return new QueryAttentionModel(kind, dimension, values);
  }

  /** Rows that are looked up together, padded with the first row. */
  private record Rows(Tensor ids, Tensor mask) {
    static Rows of(List<AttentionExample> batch, Function<AttentionExample, int[]> side) {
      int longest = batch.stream().mapToInt(one -> side.apply(one).length).max().orElse(1);
      long[] ids = new long[batch.size() * longest];
      boolean[] mask = new boolean[ids.length];
      for (int row = 0; row < batch.size(); row++) {
        int[] own = side.apply(batch.get(row));
        for (int i = 0; i < own.length; i++) {
          ids[row * longest + i] = own[i];
          mask[row * longest + i] = true;
        }
      }
      return new Rows(
          Tensor.create(ids, batch.size(), longest), Tensor.create(mask, batch.size(), longest));
    }
  }

  private Tensor vectors(Rows rows) {
    return torch.embedding(table, rows.ids(), NO_PADDING, false, false);
  }

  /** Returns the logits, {@code [batch]}. */
  Tensor logits(List<AttentionExample> batch) {
    Rows asked = Rows.of(batch, AttentionExample::query);
    Tensor counted = asked.mask().to(torch.ScalarType.Float).unsqueeze(2);
    Tensor query = vectors(asked).mul(counted).sum(1).div(counted.sum(1));
    Rows read = Rows.of(batch, AttentionExample::sentence);
    Tensor words = vectors(read);
    Tensor scores =
        torch
            .bmm(words, torch.mm(query, parameter(QueryAttentionModel.ATTENTION)).unsqueeze(2))
            .squeeze(2)
            .masked_fill(read.mask().logical_not(), new Scalar(Float.NEGATIVE_INFINITY));
    Tensor attention = torch.softmax(scores, 1);
    Tensor context =
        torch.linear(
            torch.bmm(attention.unsqueeze(1), words).squeeze(1),
            parameter(QueryAttentionModel.CONTEXT));
    return score(query, context).add(parameter(QueryAttentionModel.BIAS));
  }

  private Tensor score(Tensor query, Tensor context) {
    Tensor product = query.mul(context);
    return switch (kind) {
      case DOT_PRODUCT -> product.sum(1).mul(parameter(QueryAttentionModel.OUTPUT));
      case QRANN -> {
        Tensor all = torch.cat(new TensorVector(query, context, product), 1);
        Tensor hidden =
            torch.linear(
                all,
                parameter(QueryAttentionModel.HIDDEN),
                parameter(QueryAttentionModel.HIDDEN_BIAS));
        yield torch.relu(hidden).matmul(parameter(QueryAttentionModel.OUTPUT));
      }
    };
  }

  @Override
  public Tensor loss(List<AttentionExample> batch) {
    float[] labels = new float[batch.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = batch.get(i).occurs() ? 1 : 0;
    }
    return torch.binary_cross_entropy_with_logits(logits(batch), Tensor.create(labels));
  }

  @Override
  public void close() {
    table.close();
    parameters.values().forEach(Tensor::close);
  }
}
