package org.isogloss.neural.judgement;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Queries with judged passages: three files, or one of JSON lines, or a documentation.
 *
 * @param queries any format that queries are read from
 * @param documents any format that documents are read from
 * @param qrels {@code query 0 document grade}
 * @param examples JSON lines {@code {"query": ..., "passages": [{"text": ..., "grade": 2}, ...]}}
 *     or {@code {"query": ..., "positive": ..., "negative": ...}}
 * @param documentation folder of {@code xx.tsv.gz}: headings ask, the text below them answers, in
 *     any two of its languages
 * @param heldOut one query in so many is kept for validation, of a documentation one page; 0 for
 *     none
 * @param validation JSON lines as of {@code examples}: further queries for validation
 */
public record JudgedDataOptions(
    Optional<Path> queries,
    Optional<Path> documents,
    Optional<Path> qrels,
    Optional<Path> examples,
    Optional<Path> documentation,
    @Default("20") int heldOut,
    Optional<Path> validation) {
  public JudgedDataOptions {
    RecipeChecks.requireAtLeast("held-out", heldOut, 0);
    long files = Stream.of(queries, documents, qrels).filter(Optional::isPresent).count();
    long whole = Stream.of(examples, documentation).filter(Optional::isPresent).count();
    if (files + whole == 0 || whole > 1 || (whole == 1 && files > 0) || (whole == 0 && files < 3)) {
      throw new IllegalArgumentException(
          "judged needs one of these: queries, documents and qrels; examples; documentation");
    }
  }

  /** Every file that is read. */
  public List<Path> files() {
    return Stream.of(queries, documents, qrels, examples, documentation, validation)
        .flatMap(Optional::stream)
        .toList();
  }
}
