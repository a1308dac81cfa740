package org.isogloss.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.index.IndexingCheckpoint;

/**
 * The steps that an indexing run is going to do, and how many of them are done. A run that was not
 * announced has one step.
 */
final class IndexingPlan {
  private IndexingCheckpoint checkpoint;
  private List<Supplier<String>> plan = List.of();
  private int position;

  IndexingPlan(IndexingCheckpoint checkpoint) {
    this.checkpoint = checkpoint;
  }

  /** Announces the steps of a run; continues the last run if that did the first of these steps. */
  void start(Collection<String> deleted, List<SourceIdentity> sources) {
    List<Supplier<String>> steps = new ArrayList<>();
    if (!deleted.isEmpty()) {
      String identity = SourceIdentity.ofDocumentIds(Set.copyOf(deleted));
      steps.add(() -> identity);
    }
    sources.forEach(source -> steps.add(source::value));
    plan = List.copyOf(steps);
    position = 0;
    checkpoint = checkpoint.continueOrRestart(plan.size(), i -> plan.get(i).get());
  }

  /**
   * The state of the next step.
   *
   * @param continuable whether a run of this step alone continues the last run
   * @throws IllegalStateException if another step was announced
   */
  IndexingCheckpoint.Step nextStep(String identity, boolean continuable) {
    if (position == plan.size()) {
      plan = List.of(() -> identity);
      position = 0;
      checkpoint = checkpoint.continueOrRestart(continuable ? 1 : 0, i -> identity);
    } else if (!plan.get(position).get().equals(identity)) {
      throw new IllegalStateException("step " + position + " of the run is not the announced one");
    }
    return checkpoint.step(position, identity);
  }

  /** Takes over a new state of the current step. */
  void update(IndexingCheckpoint.Step step) {
    checkpoint = checkpoint.withStep(position, step);
  }

  /** Goes to the next step. */
  void advance() {
    position++;
  }

  /** What the next commit has to store. */
  IndexingCheckpoint checkpoint() {
    return checkpoint;
  }
}
