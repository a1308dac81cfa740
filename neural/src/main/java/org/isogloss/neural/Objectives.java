package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Puts objectives together, each with batches of its own. */
public final class Objectives {
  private static final String TURN = "turn";

  private Objectives() {}

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
      Checks.positive("weight", weight);
    }

    /** A task that counts once. */
    public Task(String name, Batches<B> batches, Objective<B> objective) {
      this(name, 1, batches, objective);
    }

    private Turn draw() {
      B batch = batches.next();
      int examples = batches.examples(batch);
      return new Turn() {
        @Override
        public int examples() {
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
        public Losses backward(double share) {
          return objective.backward(batch, share * weight);
        }
      };
    }
  }

  /** How several tasks go together. */
  public enum Mix {
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
  public interface Turn {
    String name();

    double weight();

    /** How many examples its batch has. */
    int examples();

    Tensor loss();

    Losses backward(double share);
  }

  /** Every task in every step; the loss is the sum of theirs, each times its weight. */
  public static Task<List<Turn>> sum(List<? extends Task<?>> tasks) {
    return new Task<>("sum", new Together(tasks, true), new Weighted());
  }

  /** One task a step, in turns. */
  public static Task<List<Turn>> alternate(List<? extends Task<?>> tasks) {
    return new Task<>("alternate", new Together(tasks, false), new Weighted());
  }

  /** Batches of several tasks; a task's position has its name before its keys. */
  private static final class Together implements Batches<List<Turn>> {
    private final List<Task<?>> tasks;
    private final boolean all;
    private long turn;

    Together(List<? extends Task<?>> tasks, boolean all) {
      this.tasks = List.copyOf(tasks);
      this.all = all;
      if (tasks.isEmpty()) {
        throw new IllegalArgumentException("no task, expected one or more");
      }
      if (tasks.stream().map(Task::name).distinct().count() < tasks.size()) {
        throw new IllegalArgumentException("two tasks have the same name");
      }
    }

    @Override
    public List<Turn> next() {
      if (all) {
        List<Turn> turns = new ArrayList<>();
        tasks.forEach(task -> turns.add(task.draw()));
        return turns;
      }
      return List.of(tasks.get((int) (turn++ % tasks.size())).draw());
    }

    @Override
    public int examples(List<Turn> turns) {
      return turns.stream().mapToInt(Turn::examples).sum();
    }

    @Override
    public Map<String, long[]> position() {
      Map<String, long[]> position = new HashMap<>();
      for (Task<?> task : tasks) {
        task.batches()
            .position()
            .forEach((key, value) -> position.put(task.name() + '/' + key, value));
      }
      position.put(TURN, new long[] {turn});
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
      turn = position.get(TURN)[0];
    }

    @Override
    public void close() {
      tasks.forEach(task -> task.batches().close());
    }
  }

  /** The sum of the turns' losses. */
  private static final class Weighted implements Objective<List<Turn>> {
    @Override
    public Tensor loss(List<Turn> turns) {
      return turns.stream()
          .map(turn -> turn.loss().mul(Tensors.scalar(turn.weight())))
          .reduce(Tensor::add)
          .orElseThrow();
    }

    /** One after the other, so that no more than one task's graph is in memory. */
    @Override
    public Losses backward(List<Turn> turns, double weight) {
      Map<String, Double> parts = new LinkedHashMap<>();
      double total = 0;
      for (Turn turn : turns) {
        Losses found = turn.backward(weight);
        total += turn.weight() * found.total();
        parts.put(turn.name(), found.total());
        found.parts().forEach((name, value) -> parts.put(turn.name() + '/' + name, value));
      }
      return new Losses(total, parts);
    }
  }
}
