// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.training.JudgedExample;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.neural.corpus.TextCorpus;

/** Queries with judged passages. The texts are in a file; only indices are in memory. */
public final class JudgedQueries implements AutoCloseable {
  /**
   * A query with its passages, ordered by descending grade.
   *
   * @param query index of the text of the query
   * @param passages indices of the texts of the passages, one or more
   * @param grades grades of the passages in descending order; 0 or less means irrelevant
   */
  public record JudgedQuery(int query, int[] passages, int[] grades) {
    public JudgedQuery {
      if (passages.length == 0 || passages.length != grades.length) {
        throw new IllegalArgumentException(
            passages.length + " passages with " + grades.length + " grades");
      }
    }

    int bestGrade() {
      return grades[0];
    }
  }

  private record Grade(int passage, int grade) {}

  private final TextCorpus texts;

  /** The stated languages by the index of a text. */
  private final Map<Integer, Language> languages;

  private final List<JudgedQuery> judged;
  private final List<JudgedQuery> trainingQueries;
  private final List<JudgedQuery> heldOutQueries;

  private JudgedQueries(
      TextCorpus texts,
      Map<Integer, Language> languages,
      List<JudgedQuery> judged,
      List<JudgedQuery> heldOut) {
    this.texts = texts;
    this.languages = Map.copyOf(languages);
    this.judged = List.copyOf(judged);
    this.trainingQueries = judged.stream().filter(one -> one.bestGrade() > 0).toList();
    this.heldOutQueries = List.copyOf(heldOut);
  }

  /**
   * Reads the queries and passages.
   *
   * @param options the sources
   * @param base path of the files of the texts, without extensions
   * @throws IsoglossException if a source is malformed, or if no query has a relevant passage
   */
  public static JudgedQueries read(JudgedDataOptions options, Path base) {
    Map<Integer, List<Grade>> judged = new LinkedHashMap<>();
    Map<Integer, List<Grade>> validation = new LinkedHashMap<>();
    Set<Integer> heldOutIds = new HashSet<>();
    Map<Integer, Language> languages = new HashMap<>();
    try (TextCorpus.Builder texts = new TextCorpus.Builder(base)) {
      if (options.examples().isPresent()) {
        readExamples(options.examples().get(), texts, judged);
      } else if (options.documentation().isPresent()) {
        readDocumentation(options, texts, judged, heldOutIds);
      } else {
        readFiles(options, texts, languages, judged);
      }
      options.validation().ifPresent(file -> readExamples(file, texts, validation));
      texts.write();
    }
    List<JudgedQuery> training = new ArrayList<>();
    List<JudgedQuery> heldOut = new ArrayList<>();
    int number = 0;
    for (var entry : judged.entrySet()) {
      if (entry.getValue().isEmpty()) {
        continue;
      }
      JudgedQuery one = judged(entry.getKey(), entry.getValue());
      boolean isHeldOut =
          options.documentation().isPresent()
              ? heldOutIds.contains(one.query())
              : options.heldOut() > 0
                  && one.bestGrade() > 0
                  && number++ % options.heldOut() == options.heldOut() - 1;
      (isHeldOut ? heldOut : training).add(one);
    }
    validation.forEach((query, grades) -> heldOut.add(judged(query, grades)));
    if (training.stream().noneMatch(one -> one.bestGrade() > 0)) {
      throw new IsoglossException("data.judged: no query has a passage with a grade above 0");
    }
    heldOut.removeIf(one -> one.bestGrade() <= 0);
    return new JudgedQueries(TextCorpus.open(base), languages, training, heldOut);
  }

  private static JudgedQuery judged(int query, List<Grade> unsorted) {
    List<Grade> grades = new ArrayList<>(unsorted);
    grades.sort((a, b) -> Integer.compare(b.grade(), a.grade()));
    return new JudgedQuery(
        query,
        grades.stream().mapToInt(Grade::passage).toArray(),
        grades.stream().mapToInt(Grade::grade).toArray());
  }

  private static void readDocumentation(
      JudgedDataOptions options,
      TextCorpus.Builder texts,
      Map<Integer, List<Grade>> judged,
      Set<Integer> heldOutIds) {
    DocumentationQuestionReader.read(
        options.documentation().orElseThrow(),
        texts,
        (page, query, passages) -> {
          for (int i = 0; i < passages.size(); i++) {
            judged
                .computeIfAbsent(query, key -> new ArrayList<>())
                .add(new Grade(passages.get(i), i == 0 ? 1 : 0));
          }
          if (options.heldOut() > 0 && Math.floorMod(page.hashCode(), options.heldOut()) == 0) {
            heldOutIds.add(query);
          }
        });
  }

  private static void readFiles(
      JudgedDataOptions options,
      TextCorpus.Builder texts,
      Map<Integer, Language> languages,
      Map<Integer, List<Grade>> judged) {
    Map<String, List<Judgement>> byDocument = new HashMap<>();
    Path qrels = options.qrels().orElseThrow();
    try (Records<Judgement> records = TrecQrels.read(qrels, OnError.FAIL)) {
      records.forEachRemaining(
          judgement ->
              byDocument
                  .computeIfAbsent(judgement.documentId(), key -> new ArrayList<>())
                  .add(judgement));
    }
    Map<String, Integer> queries = new HashMap<>();
    Path queryFile = options.queries().orElseThrow();
    try (Records<Query> read = Queries.read(queryFile, Language.UNDETERMINED, OnError.FAIL)) {
      read.forEachRemaining(
          query -> {
            int text = texts.addSentence(query.text());
            addLanguage(languages, text, query.language());
            queries.put(EscapedIds.escape(query.id()), text);
          });
    }
    queries.values().forEach(query -> judged.put(query, new ArrayList<>()));
    Path documentFile = options.documents().orElseThrow();
    try (Records<Document> read =
        Documents.read(documentFile, Language.UNDETERMINED, OnError.FAIL)) {
      while (read.hasNext()) {
        Document document = read.next();
        List<Judgement> judgements = byDocument.remove(EscapedIds.escape(document.id()));
        if (judgements == null) {
          continue;
        }
        int passage = texts.addSentence(text(document));
        addLanguage(languages, passage, document.language());
        for (Judgement judgement : judgements) {
          Integer query = queries.get(judgement.queryId());
          if (query == null) {
            throw new IsoglossException(
                qrels
                    + ": contains a judgement of query "
                    + judgement.queryId()
                    + ", which is missing in "
                    + queryFile);
          }
          requireNonNull(judged.get(query)).add(new Grade(passage, judgement.grade()));
        }
      }
    }
    if (!byDocument.isEmpty()) {
      throw new IsoglossException(
          qrels
              + ": contains a judgement of document "
              + byDocument.keySet().iterator().next()
              + ", which is missing in "
              + documentFile);
    }
  }

  /** Equal texts have one index; in different languages, theirs is undetermined. */
  private static void addLanguage(Map<Integer, Language> languages, int text, Language language) {
    languages.merge(
        text, language, (one, other) -> one.equals(other) ? one : Language.UNDETERMINED);
  }

  private static String text(Document document) {
    return document.title().isBlank() ? document.text() : document.title() + "\n" + document.text();
  }

  private static void readExamples(
      Path file, TextCorpus.Builder texts, Map<Integer, List<Grade>> judged) {
    try (Records<JudgedExample> examples = JudgedExamples.read(file, OnError.FAIL)) {
      while (examples.hasNext()) {
        JudgedExample example = examples.next();
        List<Grade> grades =
            judged.computeIfAbsent(texts.addSentence(example.query()), key -> new ArrayList<>());
        example
            .passages()
            .forEach(
                passage ->
                    grades.add(new Grade(texts.addSentence(passage.text()), passage.grade())));
      }
    }
  }

  /** Returns the text of a query or passage by its index. */
  public String text(int number) {
    return texts.text(number);
  }

  /**
   * Returns the language of a query or passage by the index of its text; {@link
   * Language#UNDETERMINED} if the files do not state it.
   */
  public Language language(int number) {
    return languages.getOrDefault(number, Language.UNDETERMINED);
  }

  /** Returns all queries that are not held out, including those without a relevant passage. */
  public List<JudgedQuery> judged() {
    return judged;
  }

  /** Returns the training queries, each with a relevant passage. */
  public List<JudgedQuery> trainingQueries() {
    return trainingQueries;
  }

  /** Returns the queries held out for validation, each with a relevant passage. */
  public List<JudgedQuery> heldOutQueries() {
    return heldOutQueries;
  }

  @Override
  public void close() {
    texts.close();
  }
}
