// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.Tensors;

/** Combines several objectives, each with its own batches. */
public final class TrainingTasks {
  private static final String STEP_KEY = "turn";

  private TrainingTasks() {}

  /**
   * An objective together with the batches on which it is computed.
   *
   * @param <B> type of a batch
   * @param name name of its loss in the log
   * @param weight factor of its loss, greater than 0
   */
  public record Task<B>(String name, double weight, Batches<B> batches, Objective<B> objective) {
    public Task {
      requireNonNull(name, "name is null");
      requireNonNull(batches, "batches is null");
      requireNonNull(objective, "objective is null");
      RecipeChecks.requirePositive("weight", weight);
    }

    /** Creates a task with weight 1. */
    public Task(String name, Batches<B> batches, Objective<B> objective) {
      this(name, 1, batches, objective);
    }

    private TaskBatch nextBatch() {
      B batch = batches.next();
      int examples = batches.exampleCount(batch);
      return new TaskBatch() {
        @Override
        public int exampleCount() {
          return examples;
        }

        @Override
        public String name() {
          return name;
        }

        @Override
        public double weight() {
          return weight;
        }

        @Override
        public Tensor loss() {
          return objective.loss(batch);
        }

        @Override
        public LossValues backward(double scale) {
          return objective.backward(batch, scale * weight);
        }
      };
    }
  }

  /** How several tasks are combined. */
  public enum Combination {
    /** Every step computes all tasks and sums their weighted losses. */
    SUM,
    /** Each step computes one task; the tasks alternate. */
    ALTERNATE;

    /** Combines tasks into one. A single task is returned as it is. */
    public Task<?> of(List<? extends Task<?>> tasks) {
      if (tasks.size() == 1) {
        return tasks.getFirst();
      }
      return switch (this) {
        case SUM -> sum(tasks);
        case ALTERNATE -> alternate(tasks);
      };
    }
  }

  /** A task together with its next batch. */
  public interface TaskBatch {
    String name();

    double weight();

    /** Returns the number of examples in the batch. */
    int exampleCount();

    Tensor loss();

    LossValues backward(double scale);
  }

  /** Computes every task in every step; the loss is the weighted sum of their losses. */
  public static Task<List<TaskBatch>> sum(List<? extends Task<?>> tasks) {
    return new Task<>("sum", new TaskBatches(tasks, true), new WeightedSum());
  }

  /**
   * Computes one task in each step; the tasks alternate.
   *
   * @param tasks the tasks of a turn in their order; a task may occur several times
   */
  public static Task<List<TaskBatch>> alternate(List<? extends Task<?>> tasks) {
    return new Task<>("alternate", new TaskBatches(tasks, false), new WeightedSum());
  }

  /** Batches of several tasks; the keys of a task's position are prefixed with its name. */
  private static final class TaskBatches implements Batches<List<TaskBatch>> {
    private final Set<Task<?>> tasks;

    /** The tasks in the order of their steps, in which a task may occur several times. */
    private final List<Task<?>> turn;

    private final boolean everyTask;
    private long taskIndex;

    TaskBatches(List<? extends Task<?>> turn, boolean everyTask) {
      this.turn = List.copyOf(turn);
      this.tasks = new LinkedHashSet<>(turn);
      this.everyTask = everyTask;
      if (tasks.isEmpty()) {
        throw new IllegalArgumentException("there are no tasks, expected one or more");
      }
      if (tasks.stream().map(Task::name).distinct().count() < tasks.size()) {
        throw new IllegalArgumentException("two tasks have the same name");
      }
    }

    @Override
    public List<TaskBatch> next() {
      if (everyTask) {
        List<TaskBatch> taskBatches = new ArrayList<>();
        tasks.forEach(task -> taskBatches.add(task.nextBatch()));
        return taskBatches;
      }
      return List.of(turn.get((int) (taskIndex++ % turn.size())).nextBatch());
    }

    @Override
    public int exampleCount(List<TaskBatch> taskBatches) {
      return taskBatches.stream().mapToInt(TaskBatch::exampleCount).sum();
    }

    @Override
    public Map<String, long[]> position() {
      Map<String, long[]> position = new HashMap<>();
      for (Task<?> task : tasks) {
        task.batches()
            .position()
            .forEach((key, value) -> position.put(task.name() + '/' + key, value));
      }
      position.put(STEP_KEY, new long[] {taskIndex});
      return position;
    }

    @Override
    public void seek(Map<String, long[]> position) {
      for (Task<?> task : tasks) {
        Map<String, long[]> own = new HashMap<>();
        String prefix = task.name() + '/';
        position.forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                own.put(key.substring(prefix.length()), value);
              }
            });
        task.batches().seek(own);
      }
      taskIndex = position.get(STEP_KEY)[0];
    }

    @Override
    public void close() {
      tasks.forEach(task -> task.batches().close());
    }
  }

  /** The weighted sum of the losses of task batches. */
  private static final class WeightedSum implements Objective<List<TaskBatch>> {
    @Override
    public Tensor loss(List<TaskBatch> taskBatches) {
      return taskBatches.stream()
          .map(taskBatch -> taskBatch.loss().mul(Tensors.scalar(taskBatch.weight())))
          .reduce(Tensor::add)
          .orElseThrow();
    }

    @Override
    public Set<String> tasks(List<TaskBatch> taskBatches) {
      return taskBatches.stream().map(TaskBatch::name).collect(Collectors.toSet());
    }

    /** Propagates one loss after the other, so that only one task's graph is in memory. */
    @Override
    public LossValues backward(List<TaskBatch> taskBatches, double weight) {
      Map<String, Double> parts = new LinkedHashMap<>();
      double total = 0;
      for (TaskBatch taskBatch : taskBatches) {
        LossValues losses = taskBatch.backward(weight);
        total += taskBatch.weight() * losses.total();
        parts.put(taskBatch.name(), losses.total());
        losses.parts().forEach((name, value) -> parts.put(taskBatch.name() + '/' + name, value));
      }
      return new LossValues(total, parts);
    }
  }
}
