package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * Queries with judged passages: either three files, or one of JSON lines.
 *
 * @param queries any format that queries are read from
 * @param documents any format that documents are read from
 * @param qrels {@code query 0 document grade}
 * @param examples JSON lines {@code {"query": ..., "passages": [{"text": ..., "grade": 2}, ...]}}
 *     or {@code {"query": ..., "positive": ..., "negative": ...}}
 * @param heldOut one query in so many is kept for validation; 0 for none
 */
public record JudgedPlan(
    Optional<Path> queries,
    Optional<Path> documents,
    Optional<Path> qrels,
    Optional<Path> examples,
    @Default("20") int heldOut) {
  public JudgedPlan {
    Checks.atLeast("held-out", heldOut, 0);
    long files = Stream.of(queries, documents, qrels).filter(Optional::isPresent).count();
    if (examples.isPresent() ? files > 0 : files < 3) {
      throw new IllegalArgumentException(
          "judged needs either queries, documents and qrels, or examples");
    }
  }

  /** Every file that is read. */
  List<Path> files() {
    return Stream.of(queries, documents, qrels, examples).flatMap(Optional::stream).toList();
  }
}
