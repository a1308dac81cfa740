// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Document;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;

/**
 * Reading comprehension data as a test collection for retrieval: the questions are the queries, and
 * the relevant documents are the paragraphs, or the sentences, that answer them. Questions with the
 * same id are translations of each other, so each question has an answer in every language of the
 * pool.
 *
 * <p>Ids begin with the language: query {@code de/56beb4}, paragraph {@code en/12-3}, its first
 * sentence {@code en/12-3#0}. All grades are 1.
 */
public final class SquadTestCollection {
  private final List<SquadParagraph> queryParagraphs;
  private final List<SquadParagraph> candidateParagraphs;

  private SquadTestCollection(
      List<SquadParagraph> queryParagraphs, List<SquadParagraph> candidateParagraphs) {
    this.queryParagraphs = List.copyOf(queryParagraphs);
    this.candidateParagraphs = List.copyOf(candidateParagraphs);
  }

  /**
   * Creates a collection.
   *
   * @param queryParagraphs the paragraphs whose questions are the queries
   * @param candidateParagraphs the pool, in one or several languages
   */
  public static SquadTestCollection of(
      List<SquadParagraph> queryParagraphs, List<SquadParagraph> candidateParagraphs) {
    return new SquadTestCollection(queryParagraphs, candidateParagraphs);
  }

  /** The questions, in the order of the data. */
  public List<Query> queries() {
    return queryParagraphs.stream().flatMap(paragraph -> queries(paragraph).stream()).toList();
  }

  /** The questions of a paragraph. */
  public static List<Query> queries(SquadParagraph paragraph) {
    return paragraph.questions().stream()
        .map(SquadQuestion::query)
        .map(query -> new Query(queryId(query), query.language(), query.text()))
        .toList();
  }

  private static String queryId(Query query) {
    return query.language().tag() + "/" + query.id();
  }

  /** The paragraphs: see {@link SquadParagraph#toDocument}. */
  public List<Document> paragraphs() {
    return candidateParagraphs.stream().map(SquadParagraph::toDocument).toList();
  }

  /** The judgements of paragraphs for questions. */
  public List<Judgement> paragraphJudgements() {
    Map<String, List<String>> answers = new HashMap<>();
    for (SquadParagraph paragraph : candidateParagraphs) {
      for (SquadQuestion question : paragraph.questions()) {
        answers(answers, question).add(paragraph.toDocument().id());
      }
    }
    return judgements(answers);
  }

  /**
   * The sentences of the paragraphs, if the data contains sentences.
   *
   * @return documents that contain only the sentence; its context is the paragraph whose id
   *     precedes the {@code #}
   */
  public List<Document> sentences() {
    List<Document> sentences = new ArrayList<>();
    for (SquadParagraph paragraph : candidateParagraphs) {
      for (int i = 0; i < paragraph.sentences().size(); i++) {
        String text = paragraph.sentences().get(i).coveredText(paragraph.context());
        sentences.add(new Document(sentenceId(paragraph, i), paragraph.language(), "", text));
      }
    }
    return sentences;
  }

  private static String sentenceId(SquadParagraph paragraph, int sentence) {
    return paragraph.toDocument().id() + "#" + sentence;
  }

  /** The judgements of sentences for questions: see {@link SquadParagraph#answerSentences}. */
  public List<Judgement> sentenceJudgements() {
    Map<String, List<String>> answers = new HashMap<>();
    for (SquadParagraph paragraph : candidateParagraphs) {
      for (SquadQuestion question : paragraph.questions()) {
        for (int sentence : paragraph.answerSentences(question)) {
          answers(answers, question).add(sentenceId(paragraph, sentence));
        }
      }
    }
    return judgements(answers);
  }

  private static List<String> answers(Map<String, List<String>> answers, SquadQuestion question) {
    return answers.computeIfAbsent(question.query().id(), id -> new ArrayList<>());
  }

  /** Judgements in the order of the questions, without duplicates. */
  private List<Judgement> judgements(Map<String, List<String>> answers) {
    Map<String, List<String>> byQuery = new LinkedHashMap<>();
    for (SquadParagraph paragraph : queryParagraphs) {
      for (SquadQuestion question : paragraph.questions()) {
        byQuery.put(
            queryId(question.query()), answers.getOrDefault(question.query().id(), List.of()));
      }
    }
    List<Judgement> judgements = new ArrayList<>();
    byQuery.forEach(
        (query, documents) ->
            documents.stream()
                .distinct()
                .forEach(document -> judgements.add(new Judgement(query, document, 1))));
    return judgements;
  }
}
