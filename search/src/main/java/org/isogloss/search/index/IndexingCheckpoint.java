// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The steps of the last indexing run, stored in the user data of the Lucene commit, so that the
 * checkpoint is always consistent with the content of the index.
 *
 * @param steps the steps in the order of execution; only the last one may be unfinished
 * @param run the highest number of a step of this or an earlier run
 * @param journals lengths in bytes of the journals of synchronised collections, by file name
 */
public record IndexingCheckpoint(List<Step> steps, long run, Map<String, Long> journals) {
  public static final IndexingCheckpoint EMPTY = new IndexingCheckpoint(List.of(), 0, Map.of());

  private static final String PREFIX = "isogloss.";
  private static final String EARLIER_STEP_PREFIX = PREFIX + "before.";
  private static final String JOURNAL_PREFIX = PREFIX + "sync.";

  /**
   * One step of a run: a source that is added, or documents that are deleted.
   *
   * @param identity identity of the source or of the deleted ids
   * @param consumed number of records of the source that the index contains
   * @param leftOut number of these records that the index does not contain, because a field has
   *     another type
   * @param run number of the step, higher than those of all earlier steps
   * @param finished whether the step is complete
   */
  public record Step(String identity, long consumed, long leftOut, long run, boolean finished) {
    public Step advancedTo(long consumed, long leftOut) {
      return new Step(identity, consumed, leftOut, run, false);
    }

    /**
     * Returns this step as finished; the identity differs if the source changed in the meantime.
     */
    public Step finishedAs(String identity, long consumed, long leftOut) {
      return new Step(identity, consumed, leftOut, run, true);
    }
  }

  public IndexingCheckpoint {
    steps = List.copyOf(steps);
    journals = Map.copyOf(journals);
  }

  /**
   * Starts a run. If the steps of the last run are a prefix of its steps, they are not repeated,
   * because repeating them would change nothing. Otherwise the new run starts from its first step,
   * because a later step of the last run may have replaced documents of a common step.
   *
   * @param stepCount number of steps of the run
   * @param identities returns the identity of a step; called only for the steps that are compared
   */
  public IndexingCheckpoint continueOrRestart(int stepCount, IntFunction<String> identities) {
    boolean resumed = steps.size() <= stepCount;
    for (int i = 0; resumed && i < steps.size(); i++) {
      resumed = steps.get(i).identity().equals(identities.apply(i));
    }
    return resumed ? this : new IndexingCheckpoint(List.of(), run, journals);
  }

  /** Returns the state of a step of the run, or a new step if it has not started. */
  public Step step(int position, String identity) {
    if (position > steps.size()) {
      throw new IllegalArgumentException("step " + position + " of " + steps.size());
    }
    return position < steps.size() ? steps.get(position) : new Step(identity, 0, 0, run + 1, false);
  }

  /** Returns a checkpoint in which the current step has a new state, or with a new step. */
  public IndexingCheckpoint withStep(int position, Step step) {
    List<Step> changed = new ArrayList<>(steps.subList(0, position));
    changed.add(step);
    return new IndexingCheckpoint(changed, Math.max(run, step.run()), journals);
  }

  /** Returns a checkpoint after a synchronisation, which is not a step that can be resumed. */
  public IndexingCheckpoint synchronised(long lastRun, Map<String, Long> journals) {
    return new IndexingCheckpoint(List.of(), lastRun, journals);
  }

  /**
   * Returns the user data. The last step has the keys of earlier versions, which supported only one
   * step.
   */
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    Step last = steps.isEmpty() ? new Step("", 0, 0, run, true) : steps.getLast();
    userData.put(PREFIX + "source", last.identity());
    userData.put(PREFIX + "consumed", Long.toString(last.consumed()));
    userData.put(PREFIX + "empty", Long.toString(last.leftOut()));
    userData.put(PREFIX + "run", Long.toString(run));
    userData.put(PREFIX + "finished", Boolean.toString(last.finished()));
    for (int i = 0; i < steps.size() - 1; i++) {
      Step step = steps.get(i);
      userData.put(
          EARLIER_STEP_PREFIX + i,
          String.join(
              " ",
              step.identity(),
              Long.toString(step.consumed()),
              Long.toString(step.leftOut()),
              Long.toString(step.run())));
    }
    journals.forEach((name, length) -> userData.put(JOURNAL_PREFIX + name, length.toString()));
    return userData;
  }

  /**
   * Reads the checkpoint of a commit.
   *
   * @throws IllegalArgumentException if the user data is damaged
   */
  public static IndexingCheckpoint fromUserData(Map<String, String> userData) {
    if (!userData.containsKey(PREFIX + "run")) {
      return EMPTY;
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; userData.containsKey(EARLIER_STEP_PREFIX + i); i++) {
      String[] fields = userData.get(EARLIER_STEP_PREFIX + i).split(" ", -1);
      if (fields.length != 4) {
        throw new IllegalArgumentException("step " + i + " of the checkpoint is damaged");
      }
      steps.add(
          new Step(
              fields[0],
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              Long.parseLong(fields[3]),
              true));
    }
    long run = Long.parseLong(userData.get(PREFIX + "run"));
    String identity = userData.getOrDefault(PREFIX + "source", "");
    if (!identity.isEmpty()) {
      steps.add(
          new Step(
              identity,
              Long.parseLong(userData.get(PREFIX + "consumed")),
              Long.parseLong(userData.get(PREFIX + "empty")),
              run,
              Boolean.parseBoolean(userData.get(PREFIX + "finished"))));
    }
    Map<String, Long> journals = new HashMap<>();
    userData.forEach(
        (key, value) -> {
          if (key.startsWith(JOURNAL_PREFIX)) {
            journals.put(key.substring(JOURNAL_PREFIX.length()), Long.valueOf(value));
          }
        });
    return new IndexingCheckpoint(steps, run, journals);
  }
}
