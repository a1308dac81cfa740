// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.Tensors;

/**
 * Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2) on the tensors of a
 * model, in groups with their own learning rates. Of a tensor with a sparse gradient (a word
 * embedding, of which a batch uses few rows) only those rows and their moments are updated. A
 * tensor without a gradient is not updated, and its step count does not change.
 */
public final class AdamW implements Optimizer {
  private static final String STEPS = "adam.steps";

  /**
   * Number of values that are updated at a time: the five arrays of a step then stay in the caches
   * of two cores.
   */
  private static final long CHUNK_SIZE = 1 << 16;

  /**
   * Tensors with the same options.
   *
   * @param tensors leaves by name, on any device, in single precision; updated in place
   */
  public record Group(SequencedMap<String, Tensor> tensors, AdamOptions options) {
    public Group {
      tensors = new LinkedHashMap<>(tensors);
      requireNonNull(options, "options is null");
    }
  }

  /** A tensor, its moments and its options. */
  private static final class TensorState implements TrainableTensor {
    private final String name;
    private final Tensor values;
    private final AdamOptions options;
    private final Tensor mean;
    private final Tensor square;

    TensorState(String name, Tensor values, AdamOptions options) {
      this.name = name;
      this.values = values;
      this.options = options;
      this.mean = Tensors.retain(torch.zeros_like(values));
      this.square = Tensors.retain(torch.zeros_like(values));
    }

    @Override
    public String name() {
      return name;
    }

    /** Returns the gradient, or the coalesced rows of a sparse one. */
    @Override
    public List<Tensor> gradients() {
      Tensor gradient = values.grad();
      if (!gradient.defined()) {
        return List.of();
      }
      return List.of(gradient.is_sparse() ? coalesced()._values() : gradient);
    }

    /** Returns the sparse gradient with distinct rows, which replaces that of autograd. */
    Tensor coalesced() {
      Tensor gradient = values.grad();
      if (!gradient.is_coalesced()) {
        values.mutable_grad().put(gradient.coalesce());
      }
      return values.grad();
    }

    @Override
    public void clearGradients() {
      values.mutable_grad().reset();
    }

    /** The values belong to their model. */
    @Override
    public void close() {
      mean.close();
      square.close();
    }
  }

  private final List<TensorState> tensorStates = new ArrayList<>();
  private final Tensor stepCounts;
  private long steps;

  /**
   * Creates an optimizer.
   *
   * @throws IllegalArgumentException if two tensors have the same name
   */
  public AdamW(List<Group> groups) {
    Set<String> names = new HashSet<>();
    for (Group group : groups) {
      group
          .tensors()
          .forEach(
              (name, values) -> {
                if (!names.add(name)) {
                  throw new IllegalArgumentException("two tensors are named " + name);
                }
                tensorStates.add(new TensorState(name, values, group.options()));
              });
    }
    stepCounts = Tensors.retain(torch.zeros(tensorStates.size()));
  }

  // The guard exists while its block runs.
  @SuppressWarnings("try")
  @Override
  public void step(double factor) {
    steps++;
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      float[] counts = Tensors.toArray(stepCounts);
      for (int i = 0; i < counts.length; i++) {
        TensorState one = tensorStates.get(i);
        if (one.values.grad().defined()) {
          counts[i]++;
          update(one, new UpdateStep(one.options, factor, counts[i]));
        }
        one.clearGradients();
      }
      Tensors.floatBuffer(stepCounts).put(counts);
    }
  }

  /** The factors of a step. */
  private record UpdateStep(
      AdamOptions options, double decayFactor, double stepSize, double biasCorrectionRoot) {
    UpdateStep(AdamOptions options, double factor, double step) {
      this(
          options,
          1 - factor * options.learningRate() * options.weightDecay(),
          factor * options.learningRate() / (1 - Math.pow(options.beta1(), step)),
          Math.sqrt(1 - Math.pow(options.beta2(), step)));
    }

    /** Updates values by a gradient; all four tensors have the same shape. */
    void update(Tensor values, Tensor gradient, Tensor mean, Tensor square) {
      mean.lerp_(gradient, Tensors.scalar(1 - options.beta1()));
      square
          .mul_(Tensors.scalar(options.beta2()))
          .addcmul_(gradient, gradient, Tensors.scalar(1 - options.beta2()));
      if (decayFactor != 1) {
        values.mul_(Tensors.scalar(decayFactor));
      }
      Tensor root =
          square
              .sqrt()
              .div_(Tensors.scalar(biasCorrectionRoot))
              .add_(Tensors.scalar(options.epsilon()));
      values.addcdiv_(mean, root, Tensors.scalar(-stepSize));
    }
  }

  private static void update(TensorState tensorState, UpdateStep rates) {
    Tensor gradient = tensorState.values.grad();
    if (gradient.is_sparse()) {
      updateRows(tensorState, tensorState.coalesced(), rates);
    } else if (tensorState.values.is_cpu()
        && tensorState.values.is_contiguous()
        && gradient.is_contiguous()) {
      updateInChunks(tensorState, gradient, rates);
    } else {
      rates.update(tensorState.values, gradient, tensorState.mean, tensorState.square);
    }
  }

  private static void updateRows(TensorState tensorState, Tensor gradient, UpdateStep rates) {
    Tensor ids = gradient._indices().select(0, 0);
    Tensor values = tensorState.values.index_select(0, ids);
    Tensor mean = tensorState.mean.index_select(0, ids);
    Tensor square = tensorState.square.index_select(0, ids);
    rates.update(values, gradient._values(), mean, square);
    tensorState.values.index_copy_(0, ids, values);
    tensorState.mean.index_copy_(0, ids, mean);
    tensorState.square.index_copy_(0, ids, square);
  }

  // The scope frees the tensors of its block.
  @SuppressWarnings("try")
  private static void updateInChunks(TensorState tensorState, Tensor gradient, UpdateStep rates) {
    try (PointerScope scope = new PointerScope()) {
      Tensor values = tensorState.values.view(-1);
      Tensor flat = gradient.view(-1);
      Tensor mean = tensorState.mean.view(-1);
      Tensor square = tensorState.square.view(-1);
      long size = values.numel();
      for (long at = 0; at < size; at += CHUNK_SIZE) {
        try (PointerScope chunk = new PointerScope()) {
          long some = Math.min(CHUNK_SIZE, size - at);
          rates.update(
              values.narrow(0, at, some),
              flat.narrow(0, at, some),
              mean.narrow(0, at, some),
              square.narrow(0, at, some));
        }
      }
    }
  }

  @Override
  public List<TrainableTensor> trainables() {
    return List.copyOf(tensorStates);
  }

  @Override
  public Map<String, Tensor> state() {
    Map<String, Tensor> state = new HashMap<>();
    for (TensorState one : tensorStates) {
      state.put(one.name, one.values);
      state.put(one.name + ".adam.mean", one.mean);
      state.put(one.name + ".adam.square", one.square);
    }
    state.put(STEPS, stepCounts);
    return state;
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
    tensorStates.forEach(TensorState::close);
    stepCounts.close();
  }
}
