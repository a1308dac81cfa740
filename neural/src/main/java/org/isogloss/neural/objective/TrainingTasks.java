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

/** Puts objectives together, each with batches of its own. */
public final class TrainingTasks {
  private static final String STEP_KEY = "turn";

  private TrainingTasks() {}

  /**
   * One thing that is asked of a model, and what it is asked on.
   *
   * @param <B> what it looks at in one step
   * @param name that its loss has in the log
   * @param weight what its loss is multiplied by, above 0
   */
  public record Task<B>(String name, double weight, Batches<B> batches, Objective<B> objective) {
    public Task {
      requireNonNull(name, "name is null");
      requireNonNull(batches, "batches is null");
      requireNonNull(objective, "objective is null");
      RecipeChecks.requirePositive("weight", weight);
    }

    /** A task that counts once. */
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

  /** How several tasks go together. */
  public enum Combination {
    /** All in every step, their weighted losses summed. */
    SUM,
    /** One a step, in turns. */
    ALTERNATE;

    /** One task of them all: the one itself where there are no others. */
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

  /** A task with the batch that it will look at. */
  public interface TaskBatch {
    String name();

    double weight();

    /** How many examples its batch has. */
    int exampleCount();

    Tensor loss();

    LossValues backward(double scale);
  }

  /** Every task in every step; the loss is the sum of theirs, each times its weight. */
  public static Task<List<TaskBatch>> sum(List<? extends Task<?>> tasks) {
    return new Task<>("sum", new TaskBatches(tasks, true), new WeightedSum());
  }

  /** One task a step, in turns. */
  public static Task<List<TaskBatch>> alternate(List<? extends Task<?>> tasks) {
    return new Task<>("alternate", new TaskBatches(tasks, false), new WeightedSum());
  }

  /** Batches of several tasks; a task's position has its name before its keys. */
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

  /** The sum of the turns' losses. */
  private static final class WeightedSum implements Objective<List<TaskBatch>> {
    @Override
    public Tensor loss(List<TaskBatch> turns) {
      return turns.stream()
          .map(turn -> turn.loss().mul(Tensors.scalar(turn.weight())))
          .reduce(Tensor::add)
          .orElseThrow();
    }

    /** One after the other, so that no more than one task's graph is in memory. */
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
