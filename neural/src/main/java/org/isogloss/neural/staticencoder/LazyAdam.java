// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.Optimizer;
import org.isogloss.neural.optimizer.TrainableTensor;
import org.isogloss.neural.torch.Tensors;

/**
 * Adam on the rows of a table that a batch uses; the other rows and their moments stay unchanged.
 * The cost of a step is proportional to the number of these rows.
 */
final class LazyAdam implements Optimizer {
  private final TrainableRowTable table;
  private final AdamOptions options;
  private final Tensor means;
  private final Tensor squares;
  private long steps;

  LazyAdam(TrainableRowTable table, AdamOptions options) {
    this.table = requireNonNull(table, "table is null");
    this.options = requireNonNull(options, "options is null");
    this.means = Tensors.retain(torch.zeros_like(table.values()));
    this.squares = Tensors.retain(torch.zeros_like(table.values()));
  }

  @Override
  public void step(double factor) {
    steps++;
    table.rowGradient().ifPresent(gradient -> update(gradient, factor * options.learningRate()));
    table.clearGradients();
  }

  private void update(TrainableRowTable.RowGradient rowGradient, double rate) {
    Tensor ids = rowGradient.ids();
    Tensor gradient = rowGradient.gradient();
    Tensor mean =
        means
            .index_select(0, ids)
            .mul_(Tensors.scalar(options.beta1()))
            .add_(gradient, Tensors.scalar(1 - options.beta1()));
    Tensor square =
        squares
            .index_select(0, ids)
            .mul_(Tensors.scalar(options.beta2()))
            .addcmul_(gradient, gradient, Tensors.scalar(1 - options.beta2()));
    means.index_copy_(0, ids, mean);
    squares.index_copy_(0, ids, square);
    double meanBias = 1 - Math.pow(options.beta1(), (double) steps);
    double squareBias = 1 - Math.pow(options.beta2(), (double) steps);
    Tensor root =
        square.div_(Tensors.scalar(squareBias)).sqrt_().add_(Tensors.scalar(options.epsilon()));
    Tensor rows = table.values().index_select(0, ids);
    if (options.weightDecay() > 0) {
      rows.mul_(Tensors.scalar(1 - rate * options.weightDecay()));
    }
    rows.addcdiv_(mean, root, Tensors.scalar(-rate / meanBias));
    table.values().index_copy_(0, ids, rows);
  }

  @Override
  public List<TrainableTensor> trainables() {
    return List.of(table);
  }

  @Override
  public Map<String, Tensor> state() {
    String name = table.name();
    return Map.of(name, table.values(), name + ".adam.mean", means, name + ".adam.square", squares);
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void restoreSteps(long steps) {
    this.steps = steps;
  }

  @Override
  public void close() {
    means.close();
    squares.close();
  }
}
