// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.optimizer.Optimizer;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.torch.Tensors;

/**
 * The training loop. It computes the gradients of an objective on batches, steps the optimizers,
 * validates, and writes checkpoints. If a run was killed and is started again, it resumes from its
 * last checkpoint and makes the same steps as an uninterrupted run.
 *
 * @param <B> type of a batch
 */
public final class Trainer<B> {
  private static final String LAST = "last";
  private static final String BEST = "best";
  private static final String POSITION = "position/";
  private static final String RANDOM = "random";
  private static final String STEP = "step";
  private static final String SECONDS = "seconds";
  private static final String VALIDATIONS_WITHOUT_IMPROVEMENT = "worse-validations";
  private static final String OPTIMIZER_STEPS = "optimizer-steps";
  private static final String BEST_SCORE = "best-score";

  private final TrainingOptions options;
  private final LearningRateSchedule schedule;
  private final Batches<B> batches;
  private final Objective<B> objective;
  private final List<Optimizer> commonOptimizers;
  private final List<TaskOptimizer> taskOptimizers;
  private final List<Optimizer> optimizers;
  private final Checkpoints checkpoints;
  private final Optional<Validation> validation;
  private final Optional<RandomGeneratorState> random;
  private final TrainingListener listener;
  private Optional<WeightAverage> average = Optional.empty();

  private final TrainingProgress progress;
  private double bestScore = Double.NEGATIVE_INFINITY;
  private long validationsWithoutImprovement;
  private LossMeter meter = new LossMeter();
  private long examples;
  private long lastReportedStep;
  private long lastReportNanos = System.nanoTime();
  private long lastSaveNanos = System.nanoTime();

  private Trainer(Builder<B> builder) {
    this.options = builder.options;
    this.schedule = builder.schedule;
    this.batches = builder.task.batches();
    this.objective = builder.task.objective();
    this.commonOptimizers = builder.optimizers;
    this.taskOptimizers = builder.taskOptimizers;
    this.optimizers =
        Stream.concat(
                commonOptimizers.stream(), taskOptimizers.stream().map(TaskOptimizer::optimizer))
            .toList();
    this.checkpoints = builder.checkpoints;
    this.validation = builder.validation;
    this.random = builder.random;
    this.listener = builder.listener;
    this.progress = new TrainingProgress(options);
  }

  /**
   * Returns a builder of a training.
   *
   * @param task objective and batches; its name and weight are ignored
   * @param optimizers one or more optimizers of disjoint sets of tensors
   * @param checkpoints folder that stores the last and the best state
   */
  public static <B> Builder<B> of(
      TrainingTasks.Task<B> task, List<? extends Optimizer> optimizers, Checkpoints checkpoints) {
    return new Builder<>(task, optimizers, checkpoints);
  }

  /**
   * Options of a training.
   *
   * @param <B> type of a batch
   */
  public static final class Builder<B> {
    private final TrainingTasks.Task<B> task;
    private final List<Optimizer> optimizers;
    private final Checkpoints checkpoints;
    private List<TaskOptimizer> taskOptimizers = List.of();
    private TrainingOptions options = TrainingOptions.of(1);
    private LearningRateSchedule schedule =
        new LearningRateSchedule(LearningRateSchedule.Kind.CONSTANT, 0, 0);
    private Optional<Validation> validation = Optional.empty();
    private Optional<RandomGeneratorState> random = Optional.empty();
    private TrainingListener listener = TrainingListener.NONE;

    private Builder(
        TrainingTasks.Task<B> task, List<? extends Optimizer> optimizers, Checkpoints checkpoints) {
      this.task = requireNonNull(task, "task is null");
      this.optimizers = List.copyOf(optimizers);
      this.checkpoints = requireNonNull(checkpoints, "checkpoints is null");
    }

    /**
     * Sets the length of the training and the schedule of the learning rate. The default is one
     * step with a constant learning rate.
     */
    public Builder<B> options(TrainingOptions options, LearningRateSchedule schedule) {
      this.options = requireNonNull(options, "options is null");
      this.schedule = requireNonNull(schedule, "schedule is null");
      return this;
    }

    /**
     * Sets the optimizers of single tasks. A step of such a task is made by its optimizer and not
     * by the common ones.
     */
    public Builder<B> taskOptimizers(List<TaskOptimizer> taskOptimizers) {
      this.taskOptimizers = List.copyOf(taskOptimizers);
      return this;
    }

    /** Sets the validation that selects the best state. By default there is no validation. */
    public Builder<B> validation(Validation validation) {
      this.validation = Optional.of(validation);
      return this;
    }

    /**
     * Sets the random number generator from which the model draws, for dropout for example.
     * Checkpoints store its state too.
     */
    public Builder<B> random(RandomGeneratorState random) {
      this.random = Optional.of(random);
      return this;
    }

    /** Sets the listener that is informed of the progress. */
    public Builder<B> listener(TrainingListener listener) {
      this.listener = requireNonNull(listener, "listener is null");
      return this;
    }

    public Trainer<B> build() {
      return new Trainer<>(this);
    }
  }

  /**
   * Trains to the end, starting from the last checkpoint if there is one. Afterwards, the trained
   * tensors hold the values with the best validation score, or the last values if there is no
   * validation; these are averages over the steps if the options say so.
   *
   * @return the best score; negative infinity without validation
   * @throws TrainingException if the loss is not finite, or if the listener stops the training, in
   *     which case a checkpoint was written
   */
  public double run() {
    if (options.average() == 0) {
      return runFromCheckpoint();
    }
    try (WeightAverage opened = new WeightAverage(options.average(), trainedTensors())) {
      average = Optional.of(opened);
      return runFromCheckpoint();
    } finally {
      average = Optional.empty();
    }
  }

  private double runFromCheckpoint() {
    if (checkpoints.exists(LAST)) {
      checkpoints.requireOrigin();
      resume();
    } else {
      checkpoints.begin();
    }
    if (progress.steps() == 0 && options.validateFirst()) {
      validation.ifPresent(this::validate);
    }
    startTimer();
    while (!progress.isOver() && !isPatienceExhausted()) {
      long startNanos = System.nanoTime();
      step();
      progress.addStep(System.nanoTime() - startNanos);
      long step = progress.steps();
      average.ifPresent(weights -> weights.add(step));
      if (step % options.logEvery() == 0) {
        report();
      }
      boolean last = progress.isOver();
      if (last || (options.validateEvery() > 0 && step % options.validateEvery() == 0)) {
        validation.ifPresent(this::validate);
      }
      if (last
          || System.nanoTime() - lastSaveNanos > options.checkpointSeconds() * 1_000_000_000L) {
        save(LAST);
      }
      if (!last && listener.shouldStop()) {
        save(LAST);
        throw new TrainingException(
            "stopped at step "
                + step
                + " of "
                + progress.expectedSteps()
                + ": start the training again to resume there");
      }
    }
    if (progress.steps() > lastReportedStep) {
      report();
    }
    if (checkpoints.exists(BEST)) {
      checkpoints.read(BEST, trainedTensors());
    } else {
      average.ifPresent(WeightAverage::swap);
    }
    return bestScore;
  }

  private boolean isPatienceExhausted() {
    return options.patience() > 0 && validationsWithoutImprovement >= options.patience();
  }

  // The scopes free the tensors created inside them.
  @SuppressWarnings("try")
  private void step() {
    try (PointerScope scope = new PointerScope()) {
      Set<String> tasks = new HashSet<>();
      for (int i = 0; i < options.accumulate(); i++) {
        try (PointerScope batchScope = new PointerScope()) {
          B batch = batches.next();
          examples += batches.exampleCount(batch);
          tasks.addAll(objective.tasks(batch));
          LossValues losses = objective.backward(batch, 1.0 / options.accumulate());
          if (!Double.isFinite(losses.total())) {
            throw new TrainingException(
                "the loss is "
                    + losses.total()
                    + " at step "
                    + progress.steps()
                    + ": lower the learning rate, or clip gradients (training.clip=1)");
          }
          meter.add(losses);
        }
      }
      SequencedMap<Optimizer, LearningRateSchedule> stepping = optimizersOf(tasks);
      if (options.clip() > 0) {
        clip(stepping.sequencedKeySet());
      }
      stepping.forEach((optimizer, rates) -> optimizer.step(factor(rates)));
    }
  }

  /** Returns the factor of the learning rate at the present step. */
  private double factor(LearningRateSchedule rates) {
    return rates.factor(progress.steps(), progress.expectedSteps());
  }

  /** Returns the optimizers that make a step of some tasks, with their schedules. */
  private SequencedMap<Optimizer, LearningRateSchedule> optimizersOf(Set<String> tasks) {
    SequencedMap<Optimizer, LearningRateSchedule> found = new LinkedHashMap<>();
    Set<String> others = new HashSet<>(tasks);
    for (TaskOptimizer own : taskOptimizers) {
      if (tasks.contains(own.task())) {
        found.put(own.optimizer(), own.schedule());
        others.remove(own.task());
      }
    }
    if (found.isEmpty() || !others.isEmpty()) {
      commonOptimizers.forEach(optimizer -> found.put(optimizer, schedule));
    }
    return found;
  }

  /** Scales all gradients by the same factor so that their joint norm is at most {@code clip}. */
  private void clip(Collection<Optimizer> stepping) {
    List<Tensor> gradients =
        stepping.stream()
            .flatMap(optimizer -> optimizer.trainables().stream())
            .flatMap(trainable -> trainable.gradients().stream())
            .toList();
    if (gradients.isEmpty()) {
      return;
    }
    // One transfer from the device for all norms: each would wait for the device.
    Tensor norms =
        torch.stack(new TensorVector(gradients.stream().map(Tensor::norm).toArray(Tensor[]::new)));
    double squares = 0;
    for (float norm : Tensors.toArray(norms)) {
      squares += (double) norm * norm;
    }
    double norm = Math.sqrt(squares);
    if (norm > options.clip()) {
      gradients.forEach(gradient -> gradient.mul_(Tensors.scalar(options.clip() / norm)));
    }
  }

  private void report() {
    long now = System.nanoTime();
    double seconds = Math.max(1, now - lastReportNanos) / 1e9;
    long step = progress.steps();
    double rate = (step - lastReportedStep) / seconds;
    listener.progressReported(
        new TrainingListener.Progress(
            step,
            progress.expectedSteps(),
            meter.total(),
            factor(schedule),
            meter.parts(),
            rate,
            examples / seconds,
            Duration.ofSeconds((long) ((progress.expectedSteps() - step) / rate))));
    meter = new LossMeter();
    startTimer();
  }

  private void startTimer() {
    lastReportNanos = System.nanoTime();
    lastReportedStep = progress.steps();
    examples = 0;
  }

  private void validate(Validation validation) {
    long startNanos = System.nanoTime();
    average.ifPresent(WeightAverage::swap);
    Validation.Outcome outcome = validation.validate();
    boolean best = outcome.score() > bestScore;
    if (best) {
      bestScore = outcome.score();
      validationsWithoutImprovement = 0;
      checkpoints.write(BEST, trainedTensors(), trainingState());
    } else {
      validationsWithoutImprovement++;
    }
    average.ifPresent(WeightAverage::swap);
    listener.validated(progress.steps(), outcome, best);
    // The reported rates exclude the time that validation takes.
    lastReportNanos += System.nanoTime() - startNanos;
  }

  private Map<String, Tensor> state() {
    Map<String, Tensor> state = new HashMap<>();
    optimizers.forEach(optimizer -> state.putAll(optimizer.state()));
    average.ifPresent(weights -> state.putAll(weights.state()));
    return state;
  }

  /** Returns the trained tensors, without the state of the optimizers. */
  private Map<String, Tensor> trainedTensors() {
    Map<String, Tensor> values = new HashMap<>();
    Map<String, Tensor> state = state();
    optimizers.stream()
        .flatMap(optimizer -> optimizer.trainables().stream())
        .forEach(trainable -> values.put(trainable.name(), state.get(trainable.name())));
    return values;
  }

  private TrainingState trainingState() {
    Map<String, long[]> integers = new HashMap<>();
    batches.position().forEach((key, value) -> integers.put(POSITION + key, value));
    integers.put(STEP, new long[] {progress.steps()});
    integers.put(VALIDATIONS_WITHOUT_IMPROVEMENT, new long[] {validationsWithoutImprovement});
    integers.put(OPTIMIZER_STEPS, optimizers.stream().mapToLong(Optimizer::steps).toArray());
    random.ifPresent(generator -> integers.put(RANDOM, generator.save()));
    Map<String, Double> reals = new TreeMap<>(meter.state());
    reals.put(BEST_SCORE, bestScore);
    reals.put(SECONDS, progress.seconds());
    return new TrainingState(integers, reals);
  }

  private void save(String name) {
    checkpoints.write(name, state(), trainingState());
    lastSaveNanos = System.nanoTime();
  }

  private void resume() {
    Path file = checkpoints.file(LAST);
    if (checkpoints.exists(BEST)) {
      // The best state is needed at the end; reading it now detects damage early.
      checkpoints.read(BEST, trainedTensors());
    }
    TrainingState state = checkpoints.read(LAST, state());
    // Checkpoints of versions without a limit of time have no time.
    progress.resume(
        state.requireCounts(file, STEP, 1)[0], state.reals().getOrDefault(SECONDS, 0.0));
    validationsWithoutImprovement =
        state.requireCounts(file, VALIDATIONS_WITHOUT_IMPROVEMENT, 1)[0];
    bestScore = state.requireReal(file, BEST_SCORE);
    meter = LossMeter.restore(state.reals());
    long[] optimizerSteps = state.requireCounts(file, OPTIMIZER_STEPS, optimizers.size());
    for (int i = 0; i < optimizers.size(); i++) {
      optimizers.get(i).restoreSteps(optimizerSteps[i]);
    }
    batches.seek(state.positionOf(file, POSITION, batches.position()));
    random.ifPresent(generator -> restore(generator, state));
    listener.messageReported("resuming from step " + progress.steps());
  }

  private void restore(RandomGeneratorState generator, TrainingState state) {
    long[] saved = state.integers().get(RANDOM);
    if (saved == null) {
      throw new TrainingException(
          checkpoints.file(LAST)
              + ": contains no random state: delete it to train again from the start");
    }
    generator.restore(saved);
  }
}
