// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;

/**
 * Builds a test collection from question answering data: paragraphs are documents, questions are
 * queries, and the paragraph of a question is relevant for it. Some paragraphs are withheld, so
 * that the collection also has questions without an answer, as users ask them.
 *
 * <p>Paragraphs with equal text are one document. Which paragraphs are withheld depends only on
 * their text and the seed.
 */
public final class QuestionCollectionBuilder {
  private static final int RESOLUTION = 1_000_000;

  private final double withheldShare;
  private final long seed;
  private final Map<String, Document> documents = new LinkedHashMap<>();
  private final List<Query> answered = new ArrayList<>();
  private final List<Judgement> judgements = new ArrayList<>();
  private final List<Query> unanswered = new ArrayList<>();

  /**
   * Creates a builder of an empty collection.
   *
   * @param withheldShare share of the paragraphs that are withheld, at least 0 and less than 1
   */
  public QuestionCollectionBuilder(double withheldShare, long seed) {
    if (!(withheldShare >= 0 && withheldShare < 1)) {
      throw new IllegalArgumentException(
          "withheldShare is " + withheldShare + ", expected at least 0 and less than 1");
    }
    this.withheldShare = withheldShare;
    this.seed = seed;
  }

  /**
   * Adds the paragraphs and questions of a file.
   *
   * @param name distinguishes the ids of its paragraphs and questions from those of other files
   */
  public void add(String name, Iterator<SquadParagraph> paragraphs) {
    int number = 0;
    int question = 0;
    while (paragraphs.hasNext()) {
      SquadParagraph paragraph = paragraphs.next();
      String text = paragraph.context();
      boolean withheld = isWithheld(text);
      if (!withheld) {
        documents.putIfAbsent(
            text, new Document(name + "/" + number, paragraph.language(), "", text));
      }
      number++;
      for (SquadQuestion asked : paragraph.questions()) {
        Query query =
            new Query(name + "/q" + question++, asked.query().language(), asked.query().text());
        if (withheld || asked.answers().isEmpty()) {
          unanswered.add(query);
        } else {
          answered.add(query);
          judgements.add(new Judgement(query.id(), documents.get(text).id(), 1));
        }
      }
    }
  }

  private boolean isWithheld(String text) {
    long hash = SeededHash.of(seed, text);
    return Math.floorMod(hash, RESOLUTION) < withheldShare * RESOLUTION;
  }

  /**
   * Leaves out questions without an answer, in an order that depends only on their ids and the
   * seed, so that at most a share of all questions has no answer.
   *
   * @param share at least 0 and less than 1
   */
  public void limitUnanswered(double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "share is " + share + ", expected at least 0 and less than 1");
    }
    long kept = Math.round(answered.size() * share / (1 - share));
    unanswered.sort(Comparator.comparingLong(query -> SeededHash.of(seed, query.id())));
    while (unanswered.size() > kept) {
      unanswered.removeLast();
    }
  }

  /** Number of questions whose paragraph is withheld or has no answer. */
  public int unanswered() {
    return unanswered.size();
  }

  /**
   * Returns the collection. Questions without an answer follow the others.
   *
   * @param files the files that were read, for the error message
   * @throws IsoglossException if it has no document or no question
   */
  public TestCollection build(List<Path> files) {
    if (documents.isEmpty() || answered.isEmpty()) {
      throw new IsoglossException(
          files
              + ": "
              + documents.size()
              + " paragraphs and "
              + answered.size()
              + " questions about them remain, expected at least one of each; withhold fewer"
              + " paragraphs, or add files");
    }
    List<Query> queries = new ArrayList<>(answered);
    queries.addAll(unanswered);
    return new TestCollection("questions", List.copyOf(documents.values()), queries, judgements);
  }
}
