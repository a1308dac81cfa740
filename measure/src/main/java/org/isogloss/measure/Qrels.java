// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
import org.isogloss.core.util.CodePointOrder;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.trec.Judgements;
import org.isogloss.measure.formula.JudgedDocuments;

/**
 * Relevance judgements: the judged documents of each query with their grades. A grade above 0 is
 * relevant (or from the relevance level of the evaluation), 0 is judged and not relevant, below 0
 * is in the pool but not judged. Documents without a judgement count as not relevant.
 */
public final class Qrels {
  private final Map<String, JudgedDocuments> judgedDocuments =
      new TreeMap<>(CodePointOrder::compare);

  private Qrels() {}

  /**
   * Collects judgements.
   *
   * @throws IsoglossException if a document is judged twice for a query
   */
  public static Qrels of(Iterable<Judgement> judgements) {
    return collect(judgements.iterator());
  }

  /** Collects all records of a reader. */
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
   * Reads a qrels file like trec_eval, or one in BEIR's layout with its header. Blanks in ids are
   * escaped, as runs write them: see {@link EscapedIds}.
   *
   * @throws org.isogloss.data.FormatException if a line is malformed
   */
  public static Qrels read(Path file) {
    try (Records<Judgement> judgements = Judgements.read(file, OnError.FAIL)) {
      return of(
          judgements.map(
              judgement ->
                  new Judgement(
                      EscapedIds.escape(judgement.queryId()),
                      EscapedIds.escape(judgement.documentId()),
                      judgement.grade())));
    }
  }

  /** The queries with judgements, in the byte order of their ids. */
  public List<String> queries() {
    return List.copyOf(judgedDocuments.keySet());
  }

  /** Number of judgements. */
  public int size() {
    return judgedDocuments.values().stream().mapToInt(JudgedDocuments::size).sum();
  }

  /** The grade of a document; empty if it was not judged. */
  public OptionalInt grade(String query, String document) {
    JudgedDocuments documents = judgedDocuments(query);
    int position = documents.positionOf(document);
    return position < 0 ? OptionalInt.empty() : OptionalInt.of(documents.grade(position));
  }

  /** The judgements of a query, in the order of the input; empty for an unknown query. */
  public List<Judgement> judgements(String query) {
    JudgedDocuments documents = judgedDocuments(query);
    List<Judgement> judgements = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      judgements.add(new Judgement(query, documents.document(i), documents.grade(i)));
    }
    return judgements;
  }

  /** The judgements whose query id and document id satisfy a predicate. */
  public Qrels filter(BiPredicate<String, String> predicate) {
    return collect(
        judgedDocuments.keySet().stream()
            .flatMap(query -> judgements(query).stream())
            .filter(judgement -> predicate.test(judgement.queryId(), judgement.documentId()))
            .iterator());
  }

  /** The judged documents of a query; empty for an unknown query. */
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
