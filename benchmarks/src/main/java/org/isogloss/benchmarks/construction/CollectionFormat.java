// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Locale;

/** A format of a test collection, written to a folder of its name. */
public enum CollectionFormat {
  /**
   * The format of CLIRMatrix: {@code de.tsv.gz} contains the documents in German, {@code
   * en_de.train.jl.gz} the English queries for them with their candidates.
   */
  CLIRMATRIX,

  /**
   * The layout of BEIR, a folder for each document language. {@code de/corpus.jsonl} contains the
   * documents in German, {@code de/queries.jsonl} the queries for them in all languages, {@code
   * de/qrels/en-test.tsv} the judgements of the English ones: the split is {@code en-test}.
   */
  BEIR,

  /**
   * Topics and qrels of TREC: {@code en.test.topics} contains the English queries, {@code
   * en_de.test.qrels} their judgements in German. The documents are in {@code de.jsonl}.
   */
  TREC,

  /**
   * Judged queries for training in the format of recipes, a folder for each pair of languages:
   * {@code en_de/judged.jsonl} contains the English training queries with the texts and grades of
   * their German candidates, {@code en_de/texts.jsonl} the documents of the English and of the
   * German training queries, for an adversary.
   */
  TRAINING;

  /** The name of the folder: {@code clirmatrix}, {@code beir}, {@code trec} or {@code training}. */
  public String folderName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Opens a writer for a collection whose folder exists. */
  CollectionWriter open(Path collection, DocumentIndex documents) {
    Path folder = collection.resolve(folderName());
    return switch (this) {
      case CLIRMATRIX -> new ClirMatrixWriter(folder);
      case BEIR -> new BeirWriter(folder);
      case TREC -> new TrecWriter(folder);
      case TRAINING -> new TrainingWriter(folder, documents);
    };
  }
}
