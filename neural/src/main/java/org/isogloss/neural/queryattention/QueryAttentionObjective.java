// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;

/** Trains a {@link QueryAttentionModel}: the binary cross-entropy of each example. */
final class QueryAttentionObjective implements Objective<List<AttentionExample>>, AutoCloseable {
  private static final long NO_PADDING = -1;

  private final AttentionScoring kind;
  private final int dimension;
  private final Device device;
  private final Tensor table;
  private final SequencedMap<String, Tensor> parameters = new LinkedHashMap<>();

  /**
   * Creates an objective with a copy of the parameters of a model.
   *
   * @param table word vectors, {@code [words][dimension]}
   * @param device name of the device on which vectors and parameters are
   */
  QueryAttentionObjective(QueryAttentionModel initialModel, float[][] table, String device) {
    this.device = new Device(device).retainReference();
    this.kind = initialModel.kind();
    this.dimension = initialModel.dimension();
    float[] flat = new float[table.length * dimension];
    for (int i = 0; i < table.length; i++) {
      System.arraycopy(table[i], 0, flat, i * dimension, dimension);
    }
    this.table = Tensors.retain(onDevice(Tensor.create(flat, table.length, dimension)));
    kind.parameterShapes(dimension)
        .forEach(
            (name, shape) ->
                parameters.put(
                    name,
                    Tensors.retain(
                        onDevice(Tensor.create(initialModel.values(name), shape))
                            .set_requires_grad(true))));
  }

  private Tensor onDevice(Tensor tensor) {
    return TensorMemory.toDevice(device, tensor);
  }

  /** Returns the trained parameters, by name. */
  SequencedMap<String, Tensor> parameters() {
    return parameters;
  }

  private Tensor parameter(String name) {
    return parameters.get(name);
  }

  /** Returns the current parameters as a model that does not need libtorch. */
  QueryAttentionModel toModel() {
    SequencedMap<String, float[]> values = new LinkedHashMap<>();
    parameters.forEach((name, tensor) -> values.put(name, Tensors.toArray(tensor.detach())));
    return new QueryAttentionModel(kind, dimension, values);
  }

  /** Rows of the table that are looked up together, padded with row 0. */
  private record Rows(Tensor ids, Tensor mask) {
    static Rows of(
        List<AttentionExample> batch, Function<AttentionExample, int[]> side, Device device) {
      int longest = batch.stream().mapToInt(example -> side.apply(example).length).max().orElse(1);
      long[] ids = new long[batch.size() * longest];
      boolean[] mask = new boolean[ids.length];
      for (int row = 0; row < batch.size(); row++) {
        int[] tableRows = side.apply(batch.get(row));
        for (int i = 0; i < tableRows.length; i++) {
          ids[row * longest + i] = tableRows[i];
          mask[row * longest + i] = true;
        }
      }
      return new Rows(
          TensorMemory.toDevice(device, Tensor.create(ids, batch.size(), longest)),
          TensorMemory.toDevice(device, Tensor.create(mask, batch.size(), longest)));
    }
  }

  private Tensor vectors(Rows rows) {
    return torch.embedding(table, rows.ids(), NO_PADDING, false, false);
  }

  /** Returns the logits of the examples, {@code [batch]}. */
  Tensor logits(List<AttentionExample> batch) {
    Rows queryRows = Rows.of(batch, AttentionExample::query, device);
    Tensor queryMask = queryRows.mask().to(torch.ScalarType.Float).unsqueeze(2);
    Tensor query = vectors(queryRows).mul(queryMask).sum(1).div(queryMask.sum(1));
    Rows sentenceRows = Rows.of(batch, AttentionExample::sentence, device);
    Tensor words = vectors(sentenceRows);
    Tensor scores =
        torch
            .bmm(words, torch.mm(query, parameter(QueryAttentionModel.ATTENTION)).unsqueeze(2))
            .squeeze(2)
            .masked_fill(sentenceRows.mask().logical_not(), new Scalar(Float.NEGATIVE_INFINITY));
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
        Tensor features = torch.cat(new TensorVector(query, context, product), 1);
        Tensor hidden =
            torch.linear(
                features,
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
    return torch.binary_cross_entropy_with_logits(logits(batch), onDevice(Tensor.create(labels)));
  }

  @Override
  public void close() {
    table.close();
    parameters.values().forEach(Tensor::close);
    device.close();
  }
}
