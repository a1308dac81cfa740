package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
  private static final String POSITION = "position/";
  private static final String RANDOM = "random";
  private static final String STEP = "step";
  private static final String WORSE_VALIDATIONS = "worse-validations";
  private static final String OPTIMIZER_STEPS = "optimizer-steps";
  private static final String BEST_SCORE = "best-score";

  private final TrainingPlan plan;
  private final Schedule schedule;
  private final Batches<B> batches;
  private final Objective<B> objective;
  private final List<Optimizer> optimizers;
  private final Checkpoints checkpoints;
  private final Optional<Validation> validation;
  private final Optional<RandomState> random;
  private final TrainingListener listener;

  private long step;
  private double bestScore = Double.NEGATIVE_INFINITY;
  private long worseValidations;
  private LossMeter meter = new LossMeter();
  private long examples;
  private long reportedStep;
  private long reportedAt = System.nanoTime();
  private long savedAt = System.nanoTime();

  private Trainer(Builder<B> builder) {
    this.plan = builder.plan;
    this.schedule = builder.schedule;
    this.batches = builder.task.batches();
    this.objective = builder.task.objective();
    this.optimizers = builder.optimizers;
    this.checkpoints = builder.checkpoints;
    this.validation = builder.validation;
    this.random = builder.random;
    this.listener = builder.listener;
  }

  /**
   * Begins to put a training together.
   *
   * @param task its objective and batches; its name and weight do not matter
   * @param optimizers one or more, which move different tensors
   * @param checkpoints where it stands, and its best state, are kept there
   */
  public static <B> Builder<B> of(
      Objectives.Task<B> task, List<? extends Optimizer> optimizers, Checkpoints checkpoints) {
    return new Builder<>(task, optimizers, checkpoints);
  }

  /**
   * Puts a training together.
   *
   * @param <B> what a step looks at
   */
  public static final class Builder<B> {
    private final Objectives.Task<B> task;
    private final List<Optimizer> optimizers;
    private final Checkpoints checkpoints;
    private TrainingPlan plan = TrainingPlan.of(1);
    private Schedule schedule = new Schedule(Schedule.Kind.CONSTANT, 0, 0);
    private Optional<Validation> validation = Optional.empty();
    private Optional<RandomState> random = Optional.empty();
    private TrainingListener listener = TrainingListener.NONE;

    private Builder(
        Objectives.Task<B> task, List<? extends Optimizer> optimizers, Checkpoints checkpoints) {
      this.task = requireNonNull(task, "task is null");
      this.optimizers = List.copyOf(optimizers);
      this.checkpoints = requireNonNull(checkpoints, "checkpoints is null");
    }

    /** How long, and at what learning rates; one step at a constant one where nobody says. */
    public Builder<B> plan(TrainingPlan howLong, Schedule rates) {
      plan = requireNonNull(howLong, "howLong is null");
      schedule = requireNonNull(rates, "rates is null");
      return this;
    }

    /** What decides which state is the best. */
    public Builder<B> validation(Validation judge) {
      validation = Optional.of(judge);
      return this;
    }

    /** The generator that the model draws from, dropout for instance; its state is kept too. */
    public Builder<B> random(RandomState generator) {
      random = Optional.of(generator);
      return this;
    }

    /** Who hears how it goes. */
    public Builder<B> listener(TrainingListener told) {
      listener = requireNonNull(told, "told is null");
      return this;
    }

    public Trainer<B> build() {
      return new Trainer<>(this);
    }
  }

  /**
   * Trains to the end, from the last checkpoint if there is one; then the trained values are the
   * best that validation saw, or the last where there is no validation.
   *
   * @return the best score; negative infinity without validation
   * @throws TrainingException if the loss is no number, or the listener stops training; then a
   *     checkpoint was written
   */
  public double run() {
    if (checkpoints.has(LAST)) {
      resume();
    }
    if (step == 0 && plan.validateFirst()) {
      validation.ifPresent(this::validate);
    }
    startTimer();
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
      if (!last && listener.stops()) {
        save(LAST);
        throw new TrainingException(
            "stopped at step " + step + " of " + plan.steps() + ": the same command goes on there");
      }
    }
    if (step > reportedStep) {
      report();
    }
    if (checkpoints.has(BEST)) {
      checkpoints.read(BEST, values());
    }
    return bestScore;
  }

  private boolean outOfPatience() {
    return plan.patience() > 0 && worseValidations >= plan.patience();
  }

  // The scopes free what is made inside them.
  @SuppressWarnings("try")
  private void step() {
    try (PointerScope scope = new PointerScope()) {
      for (int i = 0; i < plan.accumulate(); i++) {
        try (PointerScope batch = new PointerScope()) {
          B drawn = batches.next();
          examples += batches.examples(drawn);
          Losses losses = objective.backward(drawn, 1.0 / plan.accumulate());
          if (!Double.isFinite(losses.total())) {
            throw new TrainingException(
                "the loss is "
                    + losses.total()
                    + " at step "
                    + step
                    + ": lower the learning rate, or clip gradients (training.clip=1)");
          }
          meter.add(losses);
        }
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
    double second = Math.max(1, now - reportedAt) / 1e9;
    double rate = (step - reportedStep) / second;
    listener.progressed(
        new TrainingListener.Progress(
            step,
            plan.steps(),
            meter.total(),
            schedule.factor(step, plan.steps()),
            meter.parts(),
            rate,
            examples / second,
            Duration.ofSeconds((long) ((plan.steps() - step) / rate))));
    meter = new LossMeter();
    startTimer();
  }

  private void startTimer() {
    reportedAt = System.nanoTime();
    reportedStep = step;
    examples = 0;
  }

  private void validate(Validation judge) {
    long began = System.nanoTime();
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
    // The time it took is none of the training's.
    reportedAt += System.nanoTime() - began;
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

  private Standing standing() {
    Map<String, long[]> numbers = new HashMap<>();
    batches.position().forEach((key, value) -> numbers.put(POSITION + key, value));
    numbers.put(STEP, new long[] {step});
    numbers.put(WORSE_VALIDATIONS, new long[] {worseValidations});
    numbers.put(OPTIMIZER_STEPS, optimizers.stream().mapToLong(Optimizer::steps).toArray());
    random.ifPresent(generator -> numbers.put(RANDOM, generator.save()));
    Map<String, Double> reals = new TreeMap<>(meter.standing());
    reals.put(BEST_SCORE, bestScore);
    return new Standing(numbers, reals);
  }

  private void save(String name) {
    checkpoints.write(name, state(), standing());
    savedAt = System.nanoTime();
  }

  private void resume() {
    Path file = checkpoints.file(LAST);
    if (checkpoints.has(BEST)) {
      // It is needed at the end: a damaged one is found now instead of then.
      checkpoints.read(BEST, values());
    }
    Standing standing = checkpoints.read(LAST, state());
    step = standing.counts(file, STEP, 1)[0];
    worseValidations = standing.counts(file, WORSE_VALIDATIONS, 1)[0];
    bestScore = standing.real(file, BEST_SCORE);
    meter = LossMeter.of(standing.reals());
    long[] optimizerSteps = standing.counts(file, OPTIMIZER_STEPS, optimizers.size());
    for (int i = 0; i < optimizers.size(); i++) {
      optimizers.get(i).resumeAt(optimizerSteps[i]);
    }
    batches.seek(standing.position(file, POSITION, batches.position()));
    random.ifPresent(generator -> restore(generator, standing));
    listener.said("going on from step " + step);
  }

  private void restore(RandomState generator, Standing standing) {
    long[] saved = standing.numbers().get(RANDOM);
    if (saved == null) {
      throw new TrainingException(
          checkpoints.file(LAST)
              + ": holds no random state: delete it to train again from the start");
    }
    generator.restore(saved);
  }
}
