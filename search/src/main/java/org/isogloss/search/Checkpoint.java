package org.isogloss.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;

/**
 * What a commit says about the run that made it, in the user data of Lucene's commit: it is part of
 * the commit, so that what it says and what the index holds are never apart.
 *
 * @param source identity of the source that was read, empty where none is worth remembering
 * @param consumed how many of its records the index holds
 * @param empty how many of these were empty
 * @param run number of the run, higher than that of any before
 * @param finished whether that was all
 */
record Checkpoint(String source, long consumed, long empty, long run, boolean finished) {
  static final Checkpoint NONE = new Checkpoint("", 0, 0, 0, true);

  private static final String PREFIX = "isogloss.";

  /** The start of a run over a source; goes on where the last one stood if that was the same. */
  Checkpoint next(String identity) {
    return source.equals(identity) ? this : new Checkpoint(identity, 0, 0, run + 1, false);
  }

  Checkpoint at(long consumed, long empty, boolean finished) {
    return new Checkpoint(source, consumed, empty, run, finished);
  }

  /** Forgets a finished source: what it held was changed since, so that it may be read again. */
  Checkpoint changed() {
    return finished ? new Checkpoint("", 0, 0, run, true) : this;
  }

  private Map<String, String> userData() {
    return Map.of(
        PREFIX + "source", source,
        PREFIX + "consumed", Long.toString(consumed),
        PREFIX + "empty", Long.toString(empty),
        PREFIX + "run", Long.toString(run),
        PREFIX + "finished", Boolean.toString(finished));
  }

  /** Commits what the writer holds, with this and with the means of what it holds. */
  void commit(IndexWriter writer) throws IOException {
    Map<String, String> userData = new HashMap<>(userData());
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      userData.putAll(MeanEstimate.of(reader).userData());
    }
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
  }

  static Checkpoint of(Map<String, String> userData) {
    if (!userData.containsKey(PREFIX + "run")) {
      return NONE;
    }
    return new Checkpoint(
        userData.get(PREFIX + "source"),
        Long.parseLong(userData.get(PREFIX + "consumed")),
        Long.parseLong(userData.get(PREFIX + "empty")),
        Long.parseLong(userData.get(PREFIX + "run")),
        Boolean.parseBoolean(userData.get(PREFIX + "finished")));
  }
}
