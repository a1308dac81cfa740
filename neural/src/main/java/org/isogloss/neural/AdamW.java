package org.isogloss.neural;

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

/**
 * Adam with decoupled decay (Loshchilov and Hutter 2019, algorithm 2) on the tensors of a model, in
 * groups that have their own rates. A tensor with a sparse gradient (that of a word embedding,
 * whose batch looks up few rows) is moved in those rows alone; the others stay as they are, and so
 * do their moments. A tensor without a gradient is left alone, and its count of steps too.
 */
public final class AdamW implements Optimizer {
  private static final String STEPS = "adam.steps";

  /**
   * How many values are moved at a time: the five arrays that a step goes over then stay in the
   * caches of two cores.
   */
  private static final long CHUNK = 1 << 16;

  /**
   * Tensors that are moved alike.
   *
   * @param tensors leaves by name, on any device, in single precision; changed in place
   */
  public record Group(SequencedMap<String, Tensor> tensors, AdamOptions options) {
    public Group {
      tensors = new LinkedHashMap<>(tensors);
      requireNonNull(options, "options is null");
    }
  }

  /** A tensor, its moments and what moves it. */
  private static final class Moved implements Trainable {
    private final String name;
    private final Tensor values;
    private final AdamOptions options;
    private final Tensor mean;
    private final Tensor square;

    Moved(String name, Tensor values, AdamOptions options) {
      this.name = name;
      this.values = values;
      this.options = options;
      this.mean = Tensors.keep(torch.zeros_like(values));
      this.square = Tensors.keep(torch.zeros_like(values));
    }

    @Override
    public String name() {
      return name;
    }

    /** The gradient, or the rows of a sparse one, each once. */
    @Override
    public List<Tensor> gradients() {
      Tensor gradient = values.grad();
      if (!gradient.defined()) {
        return List.of();
      }
      return List.of(gradient.is_sparse() ? coalesced()._values() : gradient);
    }

    /** The sparse gradient with each row once; it takes the place of the one that autograd left. */
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

  private final List<Moved> moved = new ArrayList<>();
  private final Tensor made;
  private long steps;

  /**
   * An optimizer.
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
                moved.add(new Moved(name, values, group.options()));
              });
    }
    made = Tensors.keep(torch.zeros(moved.size()));
  }

  // The guard is there while the block runs.
  @SuppressWarnings("try")
  @Override
  public void step(double factor) {
    steps++;
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      float[] counts = Tensors.toArray(made);
      for (int i = 0; i < counts.length; i++) {
        Moved one = moved.get(i);
        if (one.values.grad().defined()) {
          counts[i]++;
          move(one, new Rates(one.options, factor, counts[i]));
        }
        one.clearGradients();
      }
      Tensors.elements(made).put(counts);
    }
  }

  /** What a step multiplies by. */
  private record Rates(AdamOptions options, double kept, double size, double rootBias) {
    Rates(AdamOptions options, double factor, double step) {
      this(
          options,
          1 - factor * options.learningRate() * options.weightDecay(),
          factor * options.learningRate() / (1 - Math.pow(options.beta1(), step)),
          Math.sqrt(1 - Math.pow(options.beta2(), step)));
    }

    /** Moves values against a gradient; all four have the same shape. */
    void move(Tensor values, Tensor gradient, Tensor mean, Tensor square) {
      mean.lerp_(gradient, Tensors.scalar(1 - options.beta1()));
      square
          .mul_(Tensors.scalar(options.beta2()))
          .addcmul_(gradient, gradient, Tensors.scalar(1 - options.beta2()));
      if (kept != 1) {
        values.mul_(Tensors.scalar(kept));
      }
      Tensor root =
          square.sqrt().div_(Tensors.scalar(rootBias)).add_(Tensors.scalar(options.epsilon()));
      values.addcdiv_(mean, root, Tensors.scalar(-size));
    }
  }

  private static void move(Moved one, Rates rates) {
    Tensor gradient = one.values.grad();
    if (gradient.is_sparse()) {
      moveRows(one, one.coalesced(), rates);
    } else if (one.values.is_cpu() && one.values.is_contiguous() && gradient.is_contiguous()) {
      moveInChunks(one, gradient, rates);
    } else {
      rates.move(one.values, gradient, one.mean, one.square);
    }
  }

  private static void moveRows(Moved one, Tensor gradient, Rates rates) {
    Tensor ids = gradient._indices().select(0, 0);
    Tensor values = one.values.index_select(0, ids);
    Tensor mean = one.mean.index_select(0, ids);
    Tensor square = one.square.index_select(0, ids);
    rates.move(values, gradient._values(), mean, square);
    one.values.index_copy_(0, ids, values);
    one.mean.index_copy_(0, ids, mean);
    one.square.index_copy_(0, ids, square);
  }

  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  private static void moveInChunks(Moved one, Tensor gradient, Rates rates) {
    try (PointerScope scope = new PointerScope()) {
      Tensor values = one.values.view(-1);
      Tensor flat = gradient.view(-1);
      Tensor mean = one.mean.view(-1);
      Tensor square = one.square.view(-1);
      long size = values.numel();
      for (long at = 0; at < size; at += CHUNK) {
        try (PointerScope chunk = new PointerScope()) {
          long some = Math.min(CHUNK, size - at);
          rates.move(
              values.narrow(0, at, some),
              flat.narrow(0, at, some),
              mean.narrow(0, at, some),
              square.narrow(0, at, some));
        }
      }
    }
  }

  @Override
  public List<Trainable> trained() {
    return List.copyOf(moved);
  }

  @Override
  public Map<String, Tensor> state() {
    Map<String, Tensor> state = new HashMap<>();
    for (Moved one : moved) {
      state.put(one.name, one.values);
      state.put(one.name + ".adam.mean", one.mean);
      state.put(one.name + ".adam.square", one.square);
    }
    state.put(STEPS, made);
    return state;
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void resumeAt(long steps) {
    this.steps = steps;
  }

  @Override
  public void close() {
    moved.forEach(Moved::close);
    made.close();
  }
}
