package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * The training loop: batches through an objective, gradients to the optimizers, validation and
 * checkpoints on the way. A killed run that is started again goes on from its last checkpoint and
 * makes the same steps that it would have made.
 *
 * @param <B> what a step looks at
 */
public final class Trainer<B> {
  private static final String LAST = "last";
  private static final String BEST = "best";

  private final TrainingPlan plan;
  private final Schedule schedule;
  private final Batches<B> batches;
  private final Objective<B> objective;
  private final List<Optimizer> optimizers;
  private final Optional<Validation> validation;
  private final Checkpoints checkpoints;
  private final TrainingListener listener;

  private long step;
  private double bestScore = Double.NEGATIVE_INFINITY;
  private long worseValidations;
  private double lossSum;
  private long lossCount;
  private long reportedAt = System.nanoTime();
  private long savedAt = System.nanoTime();

  public Trainer(
      TrainingPlan plan,
      Schedule schedule,
      Batches<B> batches,
      Objective<B> objective,
      List<Optimizer> optimizers,
      Optional<Validation> validation,
      Checkpoints checkpoints,
      TrainingListener listener) {
    this.plan = requireNonNull(plan, "plan is null");
    this.schedule = requireNonNull(schedule, "schedule is null");
    this.batches = requireNonNull(batches, "batches is null");
    this.objective = requireNonNull(objective, "objective is null");
    this.optimizers = List.copyOf(optimizers);
    this.validation = requireNonNull(validation, "validation is null");
    this.checkpoints = requireNonNull(checkpoints, "checkpoints is null");
    this.listener = requireNonNull(listener, "listener is null");
  }

  /**
   * Trains to the end, from the last checkpoint if there is one; then the trained values are the
   * best that validation saw, or the last where there is no validation.
   *
   * @return the best score; negative infinity without validation
   */
  public double run() {
    if (checkpoints.has(LAST)) {
      resume();
    }
    while (step < plan.steps() && !outOfPatience()) {
      step();
      if (step % plan.logEvery() == 0) {
        report();
      }
      boolean last = step == plan.steps();
      if (last || (plan.validateEvery() > 0 && step % plan.validateEvery() == 0)) {
        validation.ifPresent(this::validate);
      }
      if (last || System.nanoTime() - savedAt > plan.checkpointSeconds() * 1_000_000_000L) {
        save(LAST);
      }
    }
    if (checkpoints.has(BEST)) {
      checkpoints.read(BEST, values());
    }
    return bestScore;
  }

  private boolean outOfPatience() {
    return plan.patience() > 0 && worseValidations >= plan.patience();
  }

  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  private void step() {
    try (PointerScope scope = new PointerScope()) {
      for (int i = 0; i < plan.accumulate(); i++) {
        Tensor loss = objective.loss(batches.next());
        Tensor part = plan.accumulate() == 1 ? loss : loss.div(Tensors.scalar(plan.accumulate()));
        part.backward();
        double value = loss.item_float();
        if (!Double.isFinite(value)) {
          throw new TrainingException(
              "the loss is "
                  + value
                  + " at step "
                  + step
                  + ": lower the learning rate, or clip gradients (training.clip=1)");
        }
        lossSum += value;
        lossCount++;
      }
      if (plan.clip() > 0) {
        clip();
      }
      double factor = schedule.factor(step, plan.steps());
      optimizers.forEach(optimizer -> optimizer.step(factor));
    }
    step++;
  }

  /** Scales all gradients alike so that their common norm is at most the plan's. */
  private void clip() {
    List<Tensor> gradients =
        optimizers.stream()
            .flatMap(optimizer -> optimizer.trained().stream())
            .flatMap(trained -> trained.gradients().stream())
            .toList();
    double squares = 0;
    for (Tensor gradient : gradients) {
      double norm = gradient.norm().item_float();
      squares += norm * norm;
    }
    double norm = Math.sqrt(squares);
    if (norm > plan.clip()) {
      gradients.forEach(gradient -> gradient.mul_(Tensors.scalar(plan.clip() / norm)));
    }
  }

  private void report() {
    long now = System.nanoTime();
    double rate = plan.logEvery() * 1e9 / Math.max(1, now - reportedAt);
    listener.progressed(
        new TrainingListener.Progress(
            step,
            plan.steps(),
            lossSum / Math.max(1, lossCount),
            schedule.factor(step, plan.steps()),
            rate,
            Duration.ofSeconds((long) ((plan.steps() - step) / rate))));
    reportedAt = now;
    lossSum = 0;
    lossCount = 0;
  }

  private void validate(Validation judge) {
    Validation.Outcome outcome = judge.validate();
    boolean best = outcome.score() > bestScore;
    if (best) {
      bestScore = outcome.score();
      worseValidations = 0;
      checkpoints.write(BEST, values(), standing());
    } else {
      worseValidations++;
    }
    listener.validated(step, outcome, best);
    reportedAt = System.nanoTime();
  }

  private Map<String, Tensor> state() {
    Map<String, Tensor> state = new HashMap<>();
    optimizers.forEach(optimizer -> state.putAll(optimizer.state()));
    return state;
  }

  /** What is trained, without what the optimizers remember. */
  private Map<String, Tensor> values() {
    Map<String, Tensor> values = new HashMap<>();
    Map<String, Tensor> state = state();
    optimizers.stream()
        .flatMap(optimizer -> optimizer.trained().stream())
        .forEach(trained -> values.put(trained.name(), state.get(trained.name())));
    return values;
  }

  private Checkpoints.Standing standing() {
    Map<String, long[]> numbers = new HashMap<>();
    batches.position().forEach((key, value) -> numbers.put("position/" + key, value));
    numbers.put("step", new long[] {step});
    numbers.put("worse-validations", new long[] {worseValidations});
    numbers.put("optimizer-steps", optimizers.stream().mapToLong(Optimizer::steps).toArray());
    return new Checkpoints.Standing(numbers, Map.of("best-score", bestScore));
  }

  private void save(String name) {
    checkpoints.write(name, state(), standing());
    savedAt = System.nanoTime();
  }

  private void resume() {
    Checkpoints.Standing standing = checkpoints.read(LAST, state());
    step = standing.numbers().get("step")[0];
    worseValidations = standing.numbers().get("worse-validations")[0];
    bestScore = standing.reals().get("best-score");
    long[] optimizerSteps = standing.numbers().get("optimizer-steps");
    for (int i = 0; i < optimizers.size(); i++) {
      optimizers.get(i).resumeAt(optimizerSteps[i]);
    }
    Map<String, long[]> position = new HashMap<>();
    standing
        .numbers()
        .forEach(
            (key, value) -> {
              if (key.startsWith("position/")) {
                position.put(key.substring("position/".length()), value);
              }
            });
    batches.seek(position);
    listener.said("going on from step " + step);
  }
}
