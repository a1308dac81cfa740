package org.isogloss.search.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What the last indexing run did, step by step, stored in the user data of Lucene's commit: it is
 * part of the commit, so it always agrees with the content of the index.
 *
 * @param steps in the order in which they were done; only the last one may be unfinished
 * @param run highest number given to a step of this or an earlier run
 */
public record IndexingCheckpoint(List<Step> steps, long run) {
  public static final IndexingCheckpoint EMPTY = new IndexingCheckpoint(List.of(), 0);

  private static final String PREFIX = "isogloss.";
  private static final String EARLIER_STEP_PREFIX = PREFIX + "before.";

  /**
   * One step of a run: a source that is added, or documents that are deleted.
   *
   * @param identity of the source or of the deleted ids
   * @param consumed number of records of the source that the index holds
   * @param emptyRecords how many of these records were empty
   * @param run number of the step, higher than that of all earlier steps
   * @param finished whether the whole step is done
   */
  public record Step(
      String identity, long consumed, long emptyRecords, long run, boolean finished) {
    public Step advancedTo(long consumed, long empty) {
      return new Step(identity, consumed, empty, run, false);
    }

    /** This step, done completely; a source that changed meanwhile has another identity. */
    public Step finishedAs(String identity, long consumed, long empty) {
      return new Step(identity, consumed, empty, run, true);
    }
  }

  public IndexingCheckpoint {
    steps = List.copyOf(steps);
  }

  /**
   * The start of a run. If the steps of the last run are the first steps of this one, they need not
   * be repeated: doing them again would change nothing. If not, nothing is known about the new run:
   * a later step of the last run may have replaced documents of a step that both share.
   *
   * @param stepCount number of steps of the run
   * @param identities the identity of each step; called only for as many steps as are needed
   */
  public IndexingCheckpoint continueOrRestart(int stepCount, IntFunction<String> identities) {
    boolean continued = steps.size() <= stepCount;
    for (int i = 0; continued && i < steps.size(); i++) {
      continued = steps.get(i).identity().equals(identities.apply(i));
    }
    return continued ? this : new IndexingCheckpoint(List.of(), run);
  }

  /** The state of a step of the run, new if it was not begun yet. */
  public Step step(int position, String identity) {
    if (position > steps.size()) {
      throw new IllegalArgumentException("step " + position + " of " + steps.size());
    }
    return position < steps.size() ? steps.get(position) : new Step(identity, 0, 0, run + 1, false);
  }

  /** This checkpoint with a new state of the step that is in work, or with a new step. */
  public IndexingCheckpoint withStep(int position, Step step) {
    List<Step> changed = new ArrayList<>(steps.subList(0, position));
    changed.add(step);
    return new IndexingCheckpoint(changed, Math.max(run, step.run()));
  }

  /** The last step has the keys of earlier versions, which knew only one. */
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    Step last = steps.isEmpty() ? new Step("", 0, 0, run, true) : steps.getLast();
    userData.put(PREFIX + "source", last.identity());
    userData.put(PREFIX + "consumed", Long.toString(last.consumed()));
    userData.put(PREFIX + "empty", Long.toString(last.emptyRecords()));
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
              Long.toString(step.emptyRecords()),
              Long.toString(step.run())));
    }
    return userData;
  }

  /**
   * The checkpoint of a commit.
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
    return new IndexingCheckpoint(steps, run);
  }
}
