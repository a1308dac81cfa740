// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.InsuranceQaQuestion;
import org.isogloss.data.qa.InsuranceQaZh;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;

/**
 * InsuranceQA in English and Chinese in the format of insuranceqa-corpus-zh, a folder with {@code
 * train.json}, {@code valid.json}, {@code test.json} and {@code answers.json}, optionally gzip with
 * the suffix {@code .gz}. With InsuranceQA's own folder {@code V2} in it, the data is the paper's:
 * the candidates of a question are its pool of 500 answers that a search engine found, and
 * questions with no relevant answer in their pool are left out. Without it they are the relevant
 * answers and the negatives of insuranceqa-corpus-zh.
 */
public final class InsuranceQaRelevance implements RelevanceSource {
  /** Number of negatives of each relevant answer in training. */
  private static final int NEGATIVES = 3;

  private final Path folder;
  private final LanguagePair languages;
  private final List<BilingualText> answers = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Optional<InsuranceQaPools> pools;

  /** Number of questions that V2 does not have, by split. */
  private final SortedMap<String, Integer> withoutPool = new TreeMap<>();

  /** A question with its answers. */
  private record AnsweredQuestion(
      BilingualText query, List<Integer> relevant, List<Integer> negatives) {}

  public InsuranceQaRelevance(Path folder, LanguagePair languages) {
    this.folder = folder;
    this.languages = languages;
    Map<String, String> second = new HashMap<>();
    try (Records<Document> read = answers(languages.target())) {
      read.forEachRemaining(answer -> second.put(answer.id(), answer.text()));
    }
    try (Records<Document> read = answers(languages.source())) {
      read.forEachRemaining(
          answer -> {
            String other = second.get(answer.id());
            if (other != null) {
              numbers.put(answer.id(), answers.size());
              answers.add(new BilingualText(answer.text(), other));
            }
          });
    }
    Path own = folder.resolve("V2");
    this.pools =
        Files.isDirectory(own)
            ? Optional.of(InsuranceQaPools.read(own, englishAnswers()))
            : Optional.empty();
  }

  private List<String> englishAnswers() {
    return answers.stream().map(this::english).toList();
  }

  private String english(BilingualText text) {
    return languages.source().equals(InsuranceQaPools.LANGUAGE) ? text.first() : text.second();
  }

  @Override
  public String name() {
    return "InsuranceQA";
  }

  @Override
  public String candidates() {
    if (pools.isEmpty()) {
      return "the negatives of insuranceqa-corpus-zh, not the paper's pools, and the relevant answers;"
          + " no question is left out";
    }
    int without = withoutPool.getOrDefault("test", 0);
    return "from the question's pool of "
        + InsuranceQaPools.SIZE
        + " answers in InsuranceQA V2; questions without a relevant one in it are left out"
        + (without == 0 ? "" : ", and test questions that V2 does not have: " + without);
  }

  private Records<Document> answers(Language language) {
    return InsuranceQaZh.readAnswers(file("answers"), language, OnError.FAIL);
  }

  private Path file(String name) {
    Path packed = folder.resolve(name + ".json.gz");
    return Files.exists(packed) ? packed : folder.resolve(name + ".json");
  }

  private List<AnsweredQuestion> readQuestions(String split, Random random) {
    SequencedMap<String, InsuranceQaQuestion> first = questions(split, languages.source());
    Map<String, InsuranceQaQuestion> second = questions(split, languages.target());
    List<AnsweredQuestion> all = new ArrayList<>();
    first.forEach(
        (id, question) -> {
          InsuranceQaQuestion other = second.get(id);
          if (other != null) {
            List<Integer> right = answerNumbers(id, question.answers());
            List<Integer> wrong = new ArrayList<>(answerNumbers(id, question.candidates()));
            wrong.removeAll(right);
            BilingualText query = new BilingualText(question.query().text(), other.query().text());
            all.add(new AnsweredQuestion(query, right, wrong));
          }
        });
    List<AnsweredQuestion> kept = pools.map(own -> inPools(split, all, own)).orElse(all);
    Collections.shuffle(kept, random);
    return kept;
  }

  /**
   * Returns the questions with the candidates of their pools, except those with no relevant one and
   * those that V2 does not have.
   */
  private List<AnsweredQuestion> inPools(
      String split, List<AnsweredQuestion> all, InsuranceQaPools own) {
    Map<String, List<Integer>> candidates = own.ofSplit(split);
    List<AnsweredQuestion> kept = new ArrayList<>();
    int without = 0;
    for (AnsweredQuestion one : all) {
      List<Integer> pool = candidates.get(InsuranceQaPools.key(english(one.query())));
      if (pool == null) {
        without++;
        continue;
      }
      List<Integer> relevant = pool.stream().filter(one.relevant()::contains).toList();
      if (!relevant.isEmpty()) {
        List<Integer> negatives =
            pool.stream().filter(answer -> !one.relevant().contains(answer)).toList();
        kept.add(new AnsweredQuestion(one.query(), relevant, negatives));
      }
    }
    if (without == all.size()) {
      throw new IsoglossException(
          folder
              + ": none of the "
              + without
              + " questions of "
              + split
              + ".json is in V2: expected the same questions");
    }
    withoutPool.put(split, without);
    return kept;
  }

  private List<Integer> answerNumbers(String question, List<String> ids) {
    for (String id : ids) {
      if (!numbers.containsKey(id)) {
        throw new IsoglossException(
            folder
                + ": question "
                + question
                + " names answer "
                + id
                + ", which answers.json lacks");
      }
    }
    return ids.stream().map(numbers::get).toList();
  }

  private SequencedMap<String, InsuranceQaQuestion> questions(String split, Language language) {
    SequencedMap<String, InsuranceQaQuestion> byId = new LinkedHashMap<>();
    try (Records<InsuranceQaQuestion> read =
        InsuranceQaZh.readQuestions(file(split), language, OnError.FAIL)) {
      read.forEachRemaining(question -> byId.put(question.query().id(), question));
    }
    return byId;
  }

  @Override
  public List<BilingualPair> training(int maxPairs, Random random) {
    List<BilingualPair> pairs = new ArrayList<>();
    for (AnsweredQuestion one : readQuestions("train", random)) {
      if (pairs.size() >= maxPairs) {
        break;
      }
      for (int right : one.relevant()) {
        pairs.add(new BilingualPair(one.query(), answers.get(right), true));
        for (int i = 0; i < NEGATIVES && !one.negatives().isEmpty(); i++) {
          int wrong = one.negatives().get(random.nextInt(one.negatives().size()));
          pairs.add(new BilingualPair(one.query(), answers.get(wrong), false));
        }
      }
    }
    List<BilingualPair> chosen =
        new ArrayList<>(pairs.subList(0, Math.min(maxPairs, pairs.size())));
    Collections.shuffle(chosen, random);
    return chosen;
  }

  @Override
  public BilingualQuestionSet validation(int maxQuestions, int candidates, Random random) {
    return questions("valid", maxQuestions, candidates, random);
  }

  @Override
  public BilingualQuestionSet test(int maxQuestions, int candidates, Random random) {
    return questions("test", maxQuestions, candidates, random);
  }

  private BilingualQuestionSet questions(
      String split, int maxQuestions, int candidates, Random random) {
    List<BilingualQuestion> questions = new ArrayList<>();
    for (AnsweredQuestion one : readQuestions(split, random)) {
      if (questions.size() == maxQuestions) {
        break;
      }
      Set<Integer> chosen = new LinkedHashSet<>(one.relevant());
      one.negatives().stream().takeWhile(wrong -> chosen.size() < candidates).forEach(chosen::add);
      List<Integer> order = new ArrayList<>(chosen);
      Collections.shuffle(order, random);
      questions.add(new BilingualQuestion(one.query(), order, Set.copyOf(one.relevant())));
    }
    return new BilingualQuestionSet(name(), answers, questions);
  }
}
