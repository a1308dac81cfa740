// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.Tensors;

/** Combines objectives, each with batches of its own. */
public final class TrainingTasks {
  private static final String STEP_KEY = "turn";

  private TrainingTasks() {}

  /**
   * An objective with its batches.
   *
   * @param <B> a batch
   * @param name name of its loss in the log
   * @param weight weight of its loss, above 0
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
        public LossValues backward(double share) {
          return objective.backward(batch, share * weight);
        }
      };
    }
  }

  /** The combination of several tasks. */
  public enum Combination {
    /** All in every step, their weighted losses summed. */
    SUM,
    /** One in each step, in turns. */
    ALTERNATE;

    /** Combines tasks into one; a single task is returned unchanged. */
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

  /** A task with its next batch. */
  public interface TaskBatch {
    String name();

    double weight();

    /** Returns the number of examples of its batch. */
    int exampleCount();

    Tensor loss();

    LossValues backward(double scale);
  }

  /** Every task in every step; the loss is their weighted sum. */
  public static Task<List<TaskBatch>> sum(List<? extends Task<?>> tasks) {
    return new Task<>("sum", new TaskBatches(tasks, true), new WeightedSum());
  }

  /** One task in each step, in turns. */
  public static Task<List<TaskBatch>> alternate(List<? extends Task<?>> tasks) {
    return new Task<>("alternate", new TaskBatches(tasks, false), new WeightedSum());
  }

  /** Batches of several tasks; keys of a position are prefixed with the name of the task. */
  private static final class TaskBatches implements Batches<List<TaskBatch>> {
    private final List<Task<?>> tasks;
    private final boolean everyTask;
    private long taskIndex;

    TaskBatches(List<? extends Task<?>> tasks, boolean all) {
      this.tasks = List.copyOf(tasks);
      this.everyTask = all;
      if (tasks.isEmpty()) {
        throw new IllegalArgumentException("no task, expected one or more");
      }
      if (tasks.stream().map(Task::name).distinct().count() < tasks.size()) {
        throw new IllegalArgumentException("two tasks have the same name");
      }
    }

    @Override
    public List<TaskBatch> next() {
      if (everyTask) {
        List<TaskBatch> turns = new ArrayList<>();
        tasks.forEach(task -> turns.add(task.nextBatch()));
        return turns;
      }
      return List.of(tasks.get((int) (taskIndex++ % tasks.size())).nextBatch());
    }

    @Override
    public int exampleCount(List<TaskBatch> turns) {
      return turns.stream().mapToInt(TaskBatch::exampleCount).sum();
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
        String before = task.name() + '/';
        position.forEach(
            (key, value) -> {
              if (key.startsWith(before)) {
                own.put(key.substring(before.length()), value);
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

  /** Returns the sum of the losses of all turns. */
  private static final class WeightedSum implements Objective<List<TaskBatch>> {
    @Override
    public Tensor loss(List<TaskBatch> turns) {
      return turns.stream()
          .map(turn -> turn.loss().mul(Tensors.scalar(turn.weight())))
          .reduce(Tensor::add)
          .orElseThrow();
    }

    /** Computes the tasks one after the other, so that only one graph is in memory. */
    @Override
    public LossValues backward(List<TaskBatch> turns, double weight) {
      Map<String, Double> parts = new LinkedHashMap<>();
      double total = 0;
      for (TaskBatch turn : turns) {
        LossValues found = turn.backward(weight);
        total += turn.weight() * found.total();
        parts.put(turn.name(), found.total());
        found.parts().forEach((name, value) -> parts.put(turn.name() + '/' + name, value));
      }
      return new LossValues(total, parts);
    }
  }
}
