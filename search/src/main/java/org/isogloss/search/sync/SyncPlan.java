// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.detect.PartitionedCollection.Part;

/**
 * The steps after which an index contains the current parts of a collection.
 *
 * @param steps the parts to read, in the order of the collection
 * @param gone the parts that no longer exist, and have not moved
 * @param touched unchanged parts with another stamp
 * @param unchanged number of parts that are not read
 */
public record SyncPlan(
    List<Step> steps, List<IndexedPart> gone, List<IndexedPart> touched, int unchanged) {
  /** Why a part is read. */
  public enum Reason {
    /** It is new. */
    ADDED,
    /** It was moved: its content is that of a part that is gone. */
    MOVED,
    /** Its content has changed. */
    CHANGED,
    /** Its content is the same, but some of its documents were replaced or deleted. */
    REPLACED
  }

  /**
   * A part to be read.
   *
   * @param part the part
   * @param reason why it is read
   * @param earlier the part whose documents it replaces: itself, or the one that was moved
   */
  public record Step(Part part, Reason reason, Optional<IndexedPart> earlier) {}

  /**
   * Compares the parts of a collection with those of an index. Only parts whose stamp differs are
   * read, to compare their checksums.
   *
   * @param parts the parts that exist, in order
   * @param indexed the parts of the index by name
   * @param documentsPerRun number of documents of each run in the index
   */
  public static SyncPlan of(
      List<Part> parts, Map<String, IndexedPart> indexed, Map<Long, Long> documentsPerRun) {
    Comparison comparison = new Comparison(indexed, documentsPerRun);
    parts.forEach(comparison::add);
    return comparison.plan();
  }

  /** Whether the index already contains the collection. */
  public boolean isEmpty() {
    return steps.isEmpty() && gone.isEmpty();
  }

  /** Number of parts that are read for a reason. */
  public int count(Reason reason) {
    return Math.toIntExact(steps.stream().filter(step -> step.reason() == reason).count());
  }

  private static final class Comparison {
    private final Map<String, IndexedPart> gone;
    private final Map<String, IndexedPart> indexed;
    private final Map<Long, Long> documentsPerRun;
    private final Map<Part, Optional<Reason>> reasons = new LinkedHashMap<>();
    private final List<IndexedPart> touched = new ArrayList<>();

    Comparison(Map<String, IndexedPart> indexed, Map<Long, Long> documentsPerRun) {
      this.indexed = indexed;
      this.gone = new LinkedHashMap<>(indexed);
      this.documentsPerRun = documentsPerRun;
    }

    void add(Part part) {
      try {
        reasons.put(part, reason(part));
      } catch (IsoglossException e) {
        if (Files.exists(part.path())) {
          reasons.put(part, Optional.of(Reason.CHANGED)); // Reading it reports the problem.
        } else {
          return; // It was deleted after it was listed.
        }
      }
      gone.remove(part.name());
    }

    private Optional<Reason> reason(Part part) {
      IndexedPart known = indexed.get(part.name());
      if (known == null) {
        return Optional.of(Reason.ADDED);
      }
      Optional<String> stamp = PartContent.stamp(part.path());
      boolean sameStamp = stamp.isPresent() && stamp.equals(known.content().stamp());
      if (!sameStamp) {
        if (!PartContent.checksum(part.path()).equals(known.content().checksum())) {
          return Optional.of(Reason.CHANGED);
        }
        if (stamp.isPresent()) {
          touched.add(known.withContent(new PartContent(stamp, known.content().checksum())));
        }
      }
      return isComplete(known) ? Optional.empty() : Optional.of(Reason.REPLACED);
    }

    private boolean isComplete(IndexedPart part) {
      return documentsPerRun.getOrDefault(part.run(), 0L) == part.remaining();
    }

    SyncPlan plan() {
      boolean anyChange =
          !gone.isEmpty() || reasons.values().stream().anyMatch(Optional::isPresent);
      if (anyChange) {
        // The documents that shadow those of a part may be gone.
        reasons.replaceAll(
            (part, reason) ->
                reason.isEmpty() && indexed.get(part.name()).isShadowed()
                    ? Optional.of(Reason.REPLACED)
                    : reason);
      }
      Map<String, IndexedPart> goneByChecksum = new HashMap<>();
      gone.values().forEach(part -> goneByChecksum.put(part.content().checksum(), part));
      List<Step> steps = new ArrayList<>();
      reasons.forEach(
          (part, reason) -> reason.ifPresent(why -> steps.add(step(part, why, goneByChecksum))));
      Set<String> read = steps.stream().map(step -> step.part().name()).collect(Collectors.toSet());
      return new SyncPlan(
          List.copyOf(steps),
          List.copyOf(gone.values()),
          touched.stream().filter(part -> !read.contains(part.name())).toList(),
          reasons.size() - steps.size());
    }

    private Step step(Part part, Reason reason, Map<String, IndexedPart> goneByChecksum) {
      if (reason == Reason.ADDED && !goneByChecksum.isEmpty()) {
        Optional<IndexedPart> moved = moved(part, goneByChecksum);
        if (moved.isPresent()) {
          gone.remove(moved.get().name());
          return new Step(part, Reason.MOVED, moved);
        }
      }
      return new Step(part, reason, Optional.ofNullable(indexed.get(part.name())));
    }

    private static Optional<IndexedPart> moved(Part part, Map<String, IndexedPart> goneByChecksum) {
      try {
        return Optional.ofNullable(goneByChecksum.remove(PartContent.checksum(part.path())));
      } catch (IsoglossException e) {
        return Optional.empty(); // Reading it reports the problem.
      }
    }
  }
}
