// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.index.IndexingCheckpoint;

/**
 * The steps of an indexing run, and the number of finished steps. A run that was not announced has
 * one step.
 */
final class IndexingPlan {
  private IndexingCheckpoint checkpoint;
  private List<Supplier<String>> plan = List.of();
  private int position;

  IndexingPlan(IndexingCheckpoint checkpoint) {
    this.checkpoint = checkpoint;
  }

  /**
   * Announces the steps of a run; resumes the last run if its steps are a prefix of these steps.
   */
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
   * Returns the state of the next step.
   *
   * @param continuable whether a run that consists only of this step can resume the last run
   * @throws IllegalStateException if a different step was announced
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

  /** Replaces the state of the current step. */
  void update(IndexingCheckpoint.Step step) {
    checkpoint = checkpoint.withStep(position, step);
  }

  /** Replaces the checkpoint after a synchronisation, which ends the announced steps. */
  void synchronised(long lastRun, Map<String, Long> journals) {
    plan = List.of();
    position = 0;
    checkpoint = checkpoint.synchronised(lastRun, journals);
  }

  /** Moves to the next step. */
  void advance() {
    position++;
  }

  /** The checkpoint that the next commit must store. */
  IndexingCheckpoint checkpoint() {
    return checkpoint;
  }
}
