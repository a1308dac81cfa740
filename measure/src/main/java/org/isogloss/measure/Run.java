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
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.trec.RunLine;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.measure.formula.RankedDocuments;
import org.isogloss.measure.formula.TrecOrder;

/**
 * What a system found: for each query documents with scores, in trec_eval's order: by score as a
 * 32-bit number, the highest first, and where scores are equal by the bytes of the document id, the
 * last first. So a ranking is measured alike from memory and from a run file.
 */
public final class Run {
  private final Map<String, RankedDocuments> rankedDocuments =
      new TreeMap<>(TrecOrder.ID_COMPARATOR);
  private String tag;
  private Ties ties = Ties.NONE;

  private Run(String tag) {
    this.tag = tag;
  }

  /**
   * Takes in the lines of a run; its tag is the last line's, as trec_eval has it.
   *
   * @throws IsoglossException if a document is listed twice for one query
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

  /** Takes in what a reader gives, to its end; the reader has seen to it that nothing is twice. */
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
   * Takes in rankings by query id. Of several passages of a document the best counts. A query with
   * an empty ranking is one without results, as if it were not there.
   *
   * @param tag name of the system
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
   * Reads a run file as trec_eval does.
   *
   * @throws org.isogloss.data.FormatException if a line is malformed
   */
  public static Run read(Path file) {
    try (Records<RunLine> lines = TrecRun.read(file, OnError.FAIL)) {
      return of(lines);
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

  /** Name of the system. */
  public String tag() {
    return tag;
  }

  /** The queries with results, in the order of their ids' bytes. */
  public List<String> queries() {
    return List.copyOf(rankedDocuments.keySet());
  }

  /** How many hits there are, over all queries. */
  public int size() {
    return rankedDocuments.values().stream().mapToInt(RankedDocuments::size).sum();
  }

  /** Hits that only their documents' ids set apart. */
  public Ties ties() {
    return ties;
  }

  /** What was found for a query, best first, ranks from 1; empty for a query without results. */
  public List<RunLine> lines(String query) {
    RankedDocuments documents = rankedDocuments(query);
    List<RunLine> lines = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      lines.add(new RunLine(query, documents.document(i), i + 1, documents.score(i), tag));
    }
    return lines;
  }

  /** The hits for which {@code kept} says yes to query and document. */
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

  /** What was found for a query; nothing for a query without results. */
  RankedDocuments rankedDocuments(String query) {
    RankedDocuments documents = rankedDocuments.get(query);
    return documents == null ? new RankedDocuments() : documents;
  }

  boolean hasQuery(String query) {
    return rankedDocuments.containsKey(query);
  }
}
