package org.isogloss.search;

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
record Checkpoint(List<Step> steps, long run) {
  static final Checkpoint NONE = new Checkpoint(List.of(), 0);

  private static final String PREFIX = "isogloss.";
  private static final String BEFORE = PREFIX + "before.";

  /**
   * One step of a run: a source that is added, or documents that are deleted.
   *
   * @param identity of the source or of the deleted ids
   * @param consumed number of records of the source that the index holds
   * @param empty how many of these records were empty
   * @param run number of the step, higher than that of all earlier steps
   * @param finished whether the whole step is done
   */
  record Step(String identity, long consumed, long empty, long run, boolean finished) {
    Step at(long consumed, long empty) {
      return new Step(identity, consumed, empty, run, false);
    }

    /** This step, done completely; a source that changed meanwhile has another identity. */
    Step finishedAs(String identity, long consumed, long empty) {
      return new Step(identity, consumed, empty, run, true);
    }
  }

  Checkpoint {
    steps = List.copyOf(steps);
  }

  /**
   * The start of a run. If the steps of the last run are the first steps of this one, they need not
   * be repeated: doing them again would change nothing. If not, nothing is known about the new run:
   * a later step of the last run may have replaced documents of a step that both share.
   *
   * @param planned number of steps of the run
   * @param identities the identity of each step; called only for as many steps as are needed
   */
  Checkpoint startOf(int planned, IntFunction<String> identities) {
    boolean continued = steps.size() <= planned;
    for (int i = 0; continued && i < steps.size(); i++) {
      continued = steps.get(i).identity().equals(identities.apply(i));
    }
    return continued ? this : new Checkpoint(List.of(), run);
  }

  /** The state of a step of the run, new if it was not begun yet. */
  Step step(int position, String identity) {
    if (position > steps.size()) {
      throw new IllegalArgumentException("step " + position + " of " + steps.size());
    }
    return position < steps.size() ? steps.get(position) : new Step(identity, 0, 0, run + 1, false);
  }

  /** This checkpoint with a new state of the step that is in work, or with a new step. */
  Checkpoint with(int position, Step step) {
    List<Step> changed = new ArrayList<>(steps.subList(0, position));
    changed.add(step);
    return new Checkpoint(changed, Math.max(run, step.run()));
  }

  /** The last step has the keys of earlier versions, which knew only one. */
  Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    Step last = steps.isEmpty() ? new Step("", 0, 0, run, true) : steps.getLast();
    userData.put(PREFIX + "source", last.identity());
    userData.put(PREFIX + "consumed", Long.toString(last.consumed()));
    userData.put(PREFIX + "empty", Long.toString(last.empty()));
    userData.put(PREFIX + "run", Long.toString(run));
    userData.put(PREFIX + "finished", Boolean.toString(last.finished()));
    for (int i = 0; i < steps.size() - 1; i++) {
      Step step = steps.get(i);
      userData.put(
          BEFORE + i,
          String.join(
              " ",
              step.identity(),
              Long.toString(step.consumed()),
              Long.toString(step.empty()),
              Long.toString(step.run())));
    }
    return userData;
  }

  /**
   * The checkpoint of a commit.
   *
   * @throws IllegalArgumentException if the user data is damaged
   */
  static Checkpoint of(Map<String, String> userData) {
    if (!userData.containsKey(PREFIX + "run")) {
      return NONE;
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; userData.containsKey(BEFORE + i); i++) {
      String[] fields = userData.get(BEFORE + i).split(" ", -1);
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
    return new Checkpoint(steps, run);
  }
}
