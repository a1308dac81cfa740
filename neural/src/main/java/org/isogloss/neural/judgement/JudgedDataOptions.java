// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options for queries with judged passages, which are read from three files, from a file of JSON
 * lines, or from a documentation.
 *
 * @param queries file of queries in any supported format
 * @param documents file of documents in any supported format
 * @param qrels file of judgements, with lines {@code query 0 document grade}
 * @param examples file of JSON lines {@code {"query": ..., "passages": [{"text": ..., "grade": 2},
 *     ...]}} or {@code {"query": ..., "positive": ..., "negative": ...}}
 * @param documentation folder of {@code xx.tsv.gz}: headings are queries, the texts below them the
 *     relevant passages, in any two of its languages
 * @param heldOut holds out one of this many queries for validation, or one of this many pages of a
 *     documentation; 0 for none
 * @param validation file of JSON lines like {@code examples}, with additional queries for
 *     validation
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
          "judged needs one of: queries with documents and qrels; examples; documentation");
    }
  }

  /** Returns all files and folders that are read. */
  public List<Path> files() {
    return Stream.of(queries, documents, qrels, examples, documentation, validation)
        .flatMap(Optional::stream)
        .toList();
  }
}
