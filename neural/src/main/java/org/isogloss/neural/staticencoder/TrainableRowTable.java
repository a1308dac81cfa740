// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.optimizer.TrainableTensor;
import org.isogloss.neural.torch.Tensors;

/**
 * A trainable matrix of which a batch uses few rows. A batch selects rows and gets a gradient for
 * those only, so that the cost of a step is proportional to the batch, not to the vocabulary.
 */
final class TrainableRowTable implements TrainableTensor {
  /** Rows selected for a batch: their distinct ids, and the leaf {@code [ids, width]}. */
  private record Selection(int[] ids, Tensor rows) {}

  /** The gradient of rows: their distinct ids {@code [k]}, and {@code [k, width]}. */
  record RowGradient(Tensor ids, Tensor gradient) {}

  private final String name;
  private final Tensor values;
  private final List<Selection> selections = new ArrayList<>();

  /**
   * Creates a table.
   *
   * @param values {@code [rows, width]}; used and changed in place
   */
  TrainableRowTable(String name, Tensor values) {
    this.name = requireNonNull(name, "name is null");
    if (values.dim() != 2) {
      throw new IllegalArgumentException(
          name + " has " + values.dim() + " axes, expected 2: [rows, width]");
    }
    this.values = Tensors.retain(values);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the matrix, {@code [rows, width]}. */
  Tensor values() {
    return values;
  }

  /**
   * Copies rows for a batch; the gradient of the copy is theirs.
   *
   * @param ids distinct ids
   * @return a leaf {@code [ids.length, width]}
   */
  Tensor gather(int[] ids) {
    Tensor rows = values.index_select(0, Tensors.longTensor(ids)).detach().requires_grad_();
    selections.add(new Selection(ids, Tensors.retain(rows)));
    return rows;
  }

  @Override
  public List<Tensor> gradients() {
    return selections.stream()
        .map(selection -> selection.rows().grad())
        .filter(Tensor::defined)
        .toList();
  }

  /** Returns the gradient of every row selected since the last step; empty without gradients. */
  Optional<RowGradient> rowGradient() {
    List<Selection> moved = selections.stream().filter(s -> s.rows().grad().defined()).toList();
    if (moved.isEmpty()) {
      return Optional.empty();
    }
    if (moved.size() == 1) {
      Selection only = moved.get(0);
      return Optional.of(new RowGradient(Tensors.longTensor(only.ids()), only.rows().grad()));
    }
    int[] union =
        moved.stream().flatMapToInt(s -> Arrays.stream(s.ids())).sorted().distinct().toArray();
    Tensor sum = torch.zeros(union.length, values.size(1));
    for (Selection selection : moved) {
      int[] places =
          Arrays.stream(selection.ids()).map(id -> Arrays.binarySearch(union, id)).toArray();
      sum.index_add_(0, Tensors.longTensor(places), selection.rows().grad());
    }
    return Optional.of(new RowGradient(Tensors.longTensor(union), sum));
  }

  @Override
  public void clearGradients() {
    selections.forEach(selection -> selection.rows().close());
    selections.clear();
  }

  @Override
  public void close() {
    clearGradients();
    values.close();
  }
}
