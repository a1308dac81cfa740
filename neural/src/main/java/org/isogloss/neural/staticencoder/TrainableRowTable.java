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
 * A trainable matrix of which each batch uses only a few rows. A batch gathers the rows that it
 * needs and computes a gradient for these rows only, so that the cost of a step depends on the
 * batch and not on the vocabulary.
 */
final class TrainableRowTable implements TrainableTensor {
  /** Rows gathered for a batch: their distinct ids and the leaf tensor {@code [ids, width]}. */
  private record Selection(int[] ids, Tensor rows) {}

  /** The gradient {@code [k, width]} of rows with the distinct ids {@code [k]}. */
  record RowGradient(Tensor ids, Tensor gradient) {}

  private final String name;
  private final Tensor values;
  private final List<Selection> selections = new ArrayList<>();
  private Optional<RowGradient> merged = Optional.empty();
  private boolean isFixed;

  /**
   * Creates a table.
   *
   * @param values {@code [rows, width]}; retained and modified in place
   */
  TrainableRowTable(String name, Tensor values) {
    this.name = requireNonNull(name, "name is null");
    if (values.dim() != 2) {
      throw new IllegalArgumentException(
          name + " has " + values.dim() + " dimensions, expected 2: [rows, width]");
    }
    this.values = Tensors.retain(values);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the whole matrix, {@code [rows, width]}. */
  Tensor values() {
    return values;
  }

  /** Makes the rows constants: what is gathered after it has no gradient. */
  void fix() {
    isFixed = true;
  }

  /**
   * Copies rows for a batch; the gradient of the copy is the gradient of the rows.
   *
   * @param ids distinct ids of rows
   * @return a leaf tensor {@code [ids.length, width]}
   */
  Tensor gather(int[] ids) {
    Tensor rows = values.index_select(0, Tensors.longTensor(ids)).detach();
    if (isFixed) {
      return rows;
    }
    rows.requires_grad_();
    discardMerged();
    selections.add(new Selection(ids, Tensors.retain(rows)));
    return rows;
  }

  @Override
  public List<Tensor> gradients() {
    return rowGradient().map(RowGradient::gradient).stream().toList();
  }

  /** Returns the gradient of the rows gathered since the last step; empty if there is none. */
  Optional<RowGradient> rowGradient() {
    if (merged.isEmpty()) {
      merged =
          merge()
              .map(
                  found ->
                      new RowGradient(
                          Tensors.retain(found.ids()), Tensors.retain(found.gradient())));
    }
    return merged;
  }

  /** Sums the gradients of a row that was gathered several times. */
  private Optional<RowGradient> merge() {
    List<Selection> withGradient =
        selections.stream().filter(s -> s.rows().grad().defined()).toList();
    if (withGradient.isEmpty()) {
      return Optional.empty();
    }
    if (withGradient.size() == 1) {
      Selection only = withGradient.get(0);
      return Optional.of(new RowGradient(Tensors.longTensor(only.ids()), only.rows().grad()));
    }
    int[] union =
        withGradient.stream()
            .flatMapToInt(s -> Arrays.stream(s.ids()))
            .sorted()
            .distinct()
            .toArray();
    Tensor sum = torch.zeros(union.length, values.size(1));
    for (Selection selection : withGradient) {
      int[] indices =
          Arrays.stream(selection.ids()).map(id -> Arrays.binarySearch(union, id)).toArray();
      sum.index_add_(0, Tensors.longTensor(indices), selection.rows().grad());
    }
    return Optional.of(new RowGradient(Tensors.longTensor(union), sum));
  }

  @Override
  public void clearGradients() {
    discardMerged();
    selections.forEach(selection -> selection.rows().close());
    selections.clear();
  }

  private void discardMerged() {
    merged.ifPresent(
        gradient -> {
          gradient.ids().close();
          gradient.gradient().close();
        });
    merged = Optional.empty();
  }

  @Override
  public void close() {
    clearGradients();
    values.close();
  }
}
