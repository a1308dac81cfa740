package org.isogloss.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.trec.Judgements;
import org.isogloss.measure.formula.JudgedDocuments;
import org.isogloss.measure.formula.TrecOrder;

/**
 * Relevance judgements: for each query the documents judged and their grades. Above 0 is relevant
 * (or from a relevance level up that the evaluation is told), 0 is judged and not relevant, below 0
 * is in the pool but not judged. Documents not listed count as not relevant.
 */
public final class Qrels {
  private final Map<String, JudgedDocuments> judgedDocuments =
      new TreeMap<>(TrecOrder.ID_COMPARATOR);

  private Qrels() {}

  /**
   * Takes in judgements.
   *
   * @throws IsoglossException if a document is judged twice for one query
   */
  public static Qrels of(Iterable<Judgement> judgements) {
    return collect(judgements.iterator());
  }

  /** Takes in what a reader gives, to its end. */
  public static Qrels of(Records<Judgement> judgements) {
    return collect(judgements);
  }

  private static Qrels collect(Iterator<Judgement> judgements) {
    Qrels qrels = new Qrels();
    String query = "";
    JudgedDocuments documents = new JudgedDocuments();
    while (judgements.hasNext()) {
      Judgement judgement = judgements.next();
      if (!judgement.queryId().equals(query) || qrels.judgedDocuments.isEmpty()) {
        query = judgement.queryId();
        documents = qrels.judgedDocuments.computeIfAbsent(query, id -> new JudgedDocuments());
      }
      if (!documents.add(judgement.documentId(), judgement.grade())) {
        throw new IsoglossException(
            "document "
                + judgement.documentId()
                + " is judged twice for query "
                + query
                + ": keep one of the judgements");
      }
    }
    return qrels;
  }

  /**
   * Reads a qrels file as trec_eval does, or one in BEIR's layout with its header.
   *
   * @throws org.isogloss.data.FormatException if a line is malformed
   */
  public static Qrels read(Path file) {
    try (Records<Judgement> judgements = Judgements.read(file, OnError.FAIL)) {
      return of(judgements);
    }
  }

  /** The queries that anything was judged for, in the order of their ids' bytes. */
  public List<String> queries() {
    return List.copyOf(judgedDocuments.keySet());
  }

  /** How many judgements there are. */
  public int size() {
    return judgedDocuments.values().stream().mapToInt(JudgedDocuments::size).sum();
  }

  /** The grade of a document, empty where it was not judged. */
  public OptionalInt grade(String query, String document) {
    JudgedDocuments documents = judgedDocuments(query);
    int position = documents.positionOf(document);
    return position < 0 ? OptionalInt.empty() : OptionalInt.of(documents.grade(position));
  }

  /** What was judged for a query, in the order it came; empty for a query not known. */
  public List<Judgement> judgements(String query) {
    JudgedDocuments documents = judgedDocuments(query);
    List<Judgement> judgements = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      judgements.add(new Judgement(query, documents.document(i), documents.grade(i)));
    }
    return judgements;
  }

  /** The judgements for which {@code kept} says yes to query and document. */
  public Qrels filter(BiPredicate<String, String> predicate) {
    return collect(
        judgedDocuments.keySet().stream()
            .flatMap(query -> judgements(query).stream())
            .filter(judgement -> predicate.test(judgement.queryId(), judgement.documentId()))
            .iterator());
  }

  /** What was judged for a query; nothing for a query not known. */
  JudgedDocuments judgedDocuments(String query) {
    JudgedDocuments documents = judgedDocuments.get(query);
    return documents == null ? new JudgedDocuments() : documents;
  }

  public boolean hasRelevant(String query, int level) {
    JudgedDocuments documents = judgedDocuments(query);
    for (int i = 0; i < documents.size(); i++) {
      if (documents.grade(i) >= level) {
        return true;
      }
    }
    return false;
  }

  boolean hasQuery(String query) {
    return judgedDocuments.containsKey(query);
  }
}
