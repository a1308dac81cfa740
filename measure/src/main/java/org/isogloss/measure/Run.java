// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Ranking;
import org.isogloss.core.util.CodePointOrder;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.trec.RunLine;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.measure.formula.RankedDocuments;

/**
 * The results of a system: scored documents for each query, in trec_eval's order. The order is by
 * descending score as a 32-bit number, and for equal scores by descending byte order of the
 * document ids. A ranking in memory therefore has the same measures as its run file.
 */
public final class Run {
  private final Map<String, RankedDocuments> rankedDocuments =
      new TreeMap<>(CodePointOrder::compare);
  private String tag;
  private Ties ties = Ties.NONE;

  private Run(String tag) {
    this.tag = tag;
  }

  /**
   * Collects the lines of a run; its tag is the tag of the last line, as in trec_eval.
   *
   * @throws IsoglossException if a document is listed twice for a query
   */
  public static Run of(Iterable<RunLine> lines) {
    Map<String, Set<String>> seen = new HashMap<>();
    for (RunLine line : lines) {
      if (!seen.computeIfAbsent(line.queryId(), id -> new HashSet<>()).add(line.documentId())) {
        throw new IsoglossException(
            "document "
                + line.documentId()
                + " is listed twice for query "
                + line.queryId()
                + ": keep one of the lines");
      }
    }
    return collect(lines.iterator());
  }

  /** Collects all records of a reader, which has already rejected repeated documents. */
  public static Run of(Records<RunLine> lines) {
    return collect(lines);
  }

  private static Run collect(Iterator<RunLine> lines) {
    Run run = new Run("");
    String query = "";
    RankedDocuments documents = new RankedDocuments();
    while (lines.hasNext()) {
      RunLine line = lines.next();
      if (!line.queryId().equals(query) || run.rankedDocuments.isEmpty()) {
        query = line.queryId();
        documents = run.rankedDocuments.computeIfAbsent(query, id -> new RankedDocuments());
      }
      documents.add(line.documentId(), line.score());
      run.tag = line.tag();
    }
    return run.inOrder();
  }

  /**
   * Collects rankings by query id. A document counts with its best passage. A query with an empty
   * ranking is treated as a query without results.
   *
   * @param tag the name of the system
   */
  public static Run of(String tag, Map<String, Ranking> rankings) {
    Run run = new Run(tag);
    rankings.forEach(
        (query, ranking) -> {
          if (!ranking.isEmpty()) {
            RankedDocuments documents = new RankedDocuments();
            for (Hit hit : ranking.bestPassagePerDocument().hits()) {
              documents.add(hit.documentId(), hit.score());
            }
            run.rankedDocuments.put(query, documents);
          }
        });
    return run.inOrder();
  }

  /**
   * Reads a run file like trec_eval. Blanks in ids are escaped, as {@link TrecRun} writes them.
   *
   * @throws org.isogloss.data.FormatException if a line is malformed
   */
  public static Run read(Path file) {
    try (Records<RunLine> lines = TrecRun.read(file, OnError.FAIL)) {
      return of(
          lines.map(
              line ->
                  new RunLine(
                      EscapedIds.escape(line.queryId()),
                      EscapedIds.escape(line.documentId()),
                      line.rank(),
                      line.score(),
                      line.tag())));
    }
  }

  private Run inOrder() {
    rankedDocuments.forEach(
        (query, documents) -> {
          documents.sort();
          ties = ties.plus(documents.tiedHits());
        });
    return this;
  }

  /** The name of the system. */
  public String tag() {
    return tag;
  }

  /** The queries with results, in the byte order of their ids. */
  public List<String> queries() {
    return List.copyOf(rankedDocuments.keySet());
  }

  /** Number of hits over all queries. */
  public int size() {
    return rankedDocuments.values().stream().mapToInt(RankedDocuments::size).sum();
  }

  /** The number of hits whose order is determined only by their document ids. */
  public Ties ties() {
    return ties;
  }

  /** The results of a query, best first, with ranks from 1; empty for a query without results. */
  public List<RunLine> lines(String query) {
    RankedDocuments documents = rankedDocuments(query);
    List<RunLine> lines = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      lines.add(new RunLine(query, documents.document(i), i + 1, documents.score(i), tag));
    }
    return lines;
  }

  /** The hits whose query id and document id satisfy a predicate. */
  public Run filter(BiPredicate<String, String> predicate) {
    Run run = new Run(tag);
    rankedDocuments.forEach(
        (query, documents) -> {
          RankedDocuments rest = new RankedDocuments();
          for (int i = 0; i < documents.size(); i++) {
            if (predicate.test(query, documents.document(i))) {
              rest.add(documents.document(i), documents.score(i));
            }
          }
          if (rest.size() > 0) {
            run.rankedDocuments.put(query, rest);
          }
        });
    return run.inOrder();
  }

  /** The ranked documents of a query; empty for a query without results. */
  RankedDocuments rankedDocuments(String query) {
    RankedDocuments documents = rankedDocuments.get(query);
    return documents == null ? new RankedDocuments() : documents;
  }

  boolean hasQuery(String query) {
    return rankedDocuments.containsKey(query);
  }
}
