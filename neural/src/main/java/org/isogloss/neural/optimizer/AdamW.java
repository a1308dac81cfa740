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
 * Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2) for the tensors of a
 * model, in groups with their own options. If a gradient is sparse (that of a word embedding, of
 * which a batch looks up few rows), only the rows in the gradient and their moments are updated. A
 * tensor without a gradient stays unchanged, and the step is not counted for it.
 */
public final class AdamW implements Optimizer {
  private static final String STEPS = "adam.steps";

  /**
   * Number of values updated at a time. With this size, the five arrays that a step reads and
   * writes stay in the caches of two cores.
   */
  private static final long CHUNK_SIZE = 1 << 16;

  /**
   * Tensors with the same options.
   *
   * @param tensors leaf tensors by name, on any device, in single precision; updated in place
   */
  public record Group(SequencedMap<String, Tensor> tensors, AdamOptions options) {
    public Group {
      tensors = new LinkedHashMap<>(tensors);
      requireNonNull(options, "options is null");
    }
  }

  /** A tensor with its moments and its options. */
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

    /** Returns the gradient, or the coalesced rows of a sparse gradient. */
    @Override
    public List<Tensor> gradients() {
      Tensor gradient = values.grad();
      if (!gradient.defined()) {
        return List.of();
      }
      return List.of(gradient.is_sparse() ? coalesced()._values() : gradient);
    }

    /** Coalesces the sparse gradient, replaces the gradient of autograd with it and returns it. */
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

    /** Frees the moments; the values belong to their model. */
    @Override
    public void close() {
      mean.close();
      square.close();
    }
  }

  private final String prefix;
  private final List<TensorState> tensorStates = new ArrayList<>();
  private final Tensor stepCounts;
  private long steps;

  /**
   * Creates an optimizer.
   *
   * @throws IllegalArgumentException if two tensors have the same name
   */
  public AdamW(List<Group> groups) {
    this("", groups);
  }

  /**
   * Creates an optimizer of tensors that another optimizer of the same training updates too, with
   * moments of its own.
   *
   * @param name name that distinguishes the moments in checkpoints
   * @throws IllegalArgumentException if two tensors have the same name
   */
  public static AdamW named(String name, List<Group> groups) {
    return new AdamW(name + ".", groups);
  }

  private AdamW(String prefix, List<Group> groups) {
    this.prefix = prefix;
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

  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  @Override
  public void step(double factor) {
    steps++;
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      float[] counts = Tensors.toArray(stepCounts);
      for (int i = 0; i < counts.length; i++) {
        TensorState state = tensorStates.get(i);
        if (state.values.grad().defined()) {
          counts[i]++;
          update(state, new UpdateStep(state.options, factor, counts[i]));
        }
        state.clearGradients();
      }
      Tensors.floatBuffer(stepCounts).put(counts);
    }
  }

  /** The factors of one step. */
  private record UpdateStep(
      AdamOptions options, double decayFactor, double stepSize, double biasCorrectionRoot) {
    UpdateStep(AdamOptions options, double factor, double step) {
      this(
          options,
          1 - factor * options.learningRate() * options.weightDecay(),
          factor * options.learningRate() / (1 - Math.pow(options.beta1(), step)),
          Math.sqrt(1 - Math.pow(options.beta2(), step)));
    }

    /** Updates values and moments with a gradient; all four have the same shape. */
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

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  private static void updateInChunks(TensorState tensorState, Tensor gradient, UpdateStep rates) {
    try (PointerScope scope = new PointerScope()) {
      Tensor values = tensorState.values.view(-1);
      Tensor flat = gradient.view(-1);
      Tensor mean = tensorState.mean.view(-1);
      Tensor square = tensorState.square.view(-1);
      long size = values.numel();
      for (long start = 0; start < size; start += CHUNK_SIZE) {
        try (PointerScope chunk = new PointerScope()) {
          long length = Math.min(CHUNK_SIZE, size - start);
          rates.update(
              values.narrow(0, start, length),
              flat.narrow(0, start, length),
              mean.narrow(0, start, length),
              square.narrow(0, start, length));
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
    for (TensorState tensorState : tensorStates) {
      state.put(tensorState.name, tensorState.values);
      state.put(prefix + tensorState.name + ".adam.mean", tensorState.mean);
      state.put(prefix + tensorState.name + ".adam.square", tensorState.square);
    }
    state.put(prefix + STEPS, stepCounts);
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
