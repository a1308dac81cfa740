// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;

/** Reads test sets with the same questions on the same paragraphs in many languages. */
public final class QuestionAnsweringCollections {
  private QuestionAnsweringCollections() {}

  /** Every question in every language retrieves its paragraph in all languages. */
  public static TestCollection paragraphCollection(Path data) {
    SquadTestCollection all = readAllLanguages(data.resolve("xquad"));
    return new TestCollection("xquad", all.paragraphs(), all.queries(), all.paragraphJudgements());
  }

  /**
   * Every question in every language retrieves the sentences with its answer in all languages, as
   * in LAReQA (Roy et al. 2020).
   */
  public static TestCollection sentenceCollection(Path data) {
    SquadTestCollection all = readAllLanguages(data.resolve("xquad-r"));
    return new TestCollection("xquad-r", all.sentences(), all.queries(), all.sentenceJudgements());
  }

  /**
   * Question {@code i} in language {@code i} modulo the number of languages, in the order of their
   * codes, retrieves the sentences with its answer in the other languages, among all sentences of
   * all languages but those with the answer in its own.
   */
  public static RotatedQuestions rotatedSentenceCollection(Path data) {
    SquadFolder files = SquadFolder.open(data.resolve("xquad-r"));
    List<Language> languages = files.languages();
    SquadTestCollection all = readAllLanguages(data.resolve("xquad-r"));
    List<Query> queries = new ArrayList<>();
    Map<String, Integer> positions = new HashMap<>();
    for (Query query : all.queries()) {
      String language = query.language().tag();
      int position = positions.merge(language, 1, Integer::sum) - 1;
      if (languages.get(position % languages.size()).equals(query.language())) {
        queries.add(query);
      }
    }
    Set<String> asked = queries.stream().map(Query::id).collect(Collectors.toSet());
    List<Judgement> judgements = new ArrayList<>();
    Map<String, Set<String>> excluded = new HashMap<>();
    for (Judgement judgement : all.sentenceJudgements()) {
      if (asked.contains(judgement.queryId())) {
        if (language(judgement.queryId()).equals(language(judgement.documentId()))) {
          excluded
              .computeIfAbsent(judgement.queryId(), query -> new HashSet<>())
              .add(judgement.documentId());
        } else {
          judgements.add(judgement);
        }
      }
    }
    return new RotatedQuestions(
        new TestCollection("xquad-r-rotated", all.sentences(), queries, judgements), excluded);
  }

  /** Returns the language of an id such as {@code en/12-3}. */
  private static String language(String id) {
    return id.substring(0, id.indexOf('/'));
  }

  private static SquadTestCollection readAllLanguages(Path folder) {
    SquadFolder files = SquadFolder.open(folder);
    List<SquadParagraph> paragraphs = files.paragraphs(files.languages());
    return SquadTestCollection.of(paragraphs, paragraphs);
  }

  /**
   * XPR's mixed test: each paragraph and each question is in one of two languages, independently at
   * random.
   */
  public static TestCollection mixedLanguageCollection(
      Path data, String name, Language first, Language second, long seed) {
    SquadFolder files = SquadFolder.open(data.resolve("xquad"));
    List<SquadParagraph> paragraphs = files.paragraphs(List.of(first, second));
    SquadTestCollection both = SquadTestCollection.of(paragraphs, paragraphs);
    RandomLanguageChoice mix = new RandomLanguageChoice(first, second, new Random(seed));
    List<Document> documents =
        both.paragraphs().stream().filter(document -> mix.keeps(document.id())).toList();
    List<Query> queries = both.queries().stream().filter(query -> mix.keeps(query.id())).toList();
    List<Judgement> judgements = new ArrayList<>();
    for (Judgement judgement : both.paragraphJudgements()) {
      if (mix.keeps(judgement.queryId()) && mix.keeps(judgement.documentId())) {
        judgements.add(judgement);
      }
    }
    return new TestCollection(name, documents, queries, judgements);
  }

  /** Selects one of two languages for everything that has an id such as {@code en/12-3} in both. */
  private static final class RandomLanguageChoice {
    private final Language first;
    private final Language second;
    private final Random random;
    private final Map<String, String> choices = new HashMap<>();

    RandomLanguageChoice(Language first, Language second, Random random) {
      this.first = first;
      this.second = second;
      this.random = random;
    }

    boolean keeps(String id) {
      String own = language(id);
      String language =
          choices.computeIfAbsent(
              id.substring(own.length() + 1),
              same -> (random.nextBoolean() ? first : second).tag());
      return own.equals(language);
    }
  }
}
