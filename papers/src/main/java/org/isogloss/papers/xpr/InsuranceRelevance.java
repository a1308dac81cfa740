package org.isogloss.papers.xpr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.InsuranceQaQuestion;
import org.isogloss.data.qa.InsuranceQaZh;

/**
 * The paper's own relevance data, for who has it: InsuranceQA in English and Chinese as
 * insuranceqa-corpus-zh has it, a folder with {@code train.json}, {@code valid.json}, {@code
 * test.json} and {@code answers.json}, each may be gzip under its name with {@code .gz} behind. A
 * question's wrong answers are the negatives that come with it.
 */
final class InsuranceRelevance implements Relevance {
  /** So many wrong answers stand against each right one in training. */
  private static final int NEGATIVES = 3;

  private final Path folder;
  private final LanguagePair languages;
  private final List<Twin> answers = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** A question with its answers. */
  private record Asked(Twin query, List<Integer> right, List<Integer> wrong) {}

  InsuranceRelevance(Path folder, LanguagePair languages) {
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
              answers.add(new Twin(answer.text(), other));
            }
          });
    }
  }

  @Override
  public String name() {
    return "InsuranceQA";
  }

  private Records<Document> answers(Language language) {
    return InsuranceQaZh.readAnswers(file("answers"), language, OnError.FAIL);
  }

  private Path file(String name) {
    Path packed = folder.resolve(name + ".json.gz");
    return Files.exists(packed) ? packed : folder.resolve(name + ".json");
  }

  private List<Asked> asked(String split, Random random) {
    SequencedMap<String, InsuranceQaQuestion> first = questions(split, languages.source());
    Map<String, InsuranceQaQuestion> second = questions(split, languages.target());
    List<Asked> all = new ArrayList<>();
    first.forEach(
        (id, question) -> {
          InsuranceQaQuestion other = second.get(id);
          if (other != null) {
            List<Integer> right = known(id, question.answers());
            List<Integer> wrong = new ArrayList<>(known(id, question.candidates()));
            wrong.removeAll(right);
            Twin query = new Twin(question.query().text(), other.query().text());
            all.add(new Asked(query, right, wrong));
          }
        });
    Collections.shuffle(all, random);
    return all;
  }

  private List<Integer> known(String question, List<String> ids) {
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
  public List<TwinPair> training(int most, Random random) {
    List<TwinPair> pairs = new ArrayList<>();
    for (Asked one : asked("train", random)) {
      if (pairs.size() >= most) {
        break;
      }
      for (int right : one.right()) {
        pairs.add(new TwinPair(one.query(), answers.get(right), true));
        for (int i = 0; i < NEGATIVES && !one.wrong().isEmpty(); i++) {
          int wrong = one.wrong().get(random.nextInt(one.wrong().size()));
          pairs.add(new TwinPair(one.query(), answers.get(wrong), false));
        }
      }
    }
    List<TwinPair> chosen = new ArrayList<>(pairs.subList(0, Math.min(most, pairs.size())));
    Collections.shuffle(chosen, random);
    return chosen;
  }

  @Override
  public TwinQuestions validation(int most, int candidates, Random random) {
    return questions("valid", most, candidates, random);
  }

  @Override
  public TwinQuestions test(int most, int candidates, Random random) {
    return questions("test", most, candidates, random);
  }

  private TwinQuestions questions(String split, int most, int candidates, Random random) {
    List<TwinQuestion> questions = new ArrayList<>();
    for (Asked one : asked(split, random)) {
      if (questions.size() == most) {
        break;
      }
      Set<Integer> chosen = new LinkedHashSet<>(one.right());
      one.wrong().stream().takeWhile(wrong -> chosen.size() < candidates).forEach(chosen::add);
      List<Integer> order = new ArrayList<>(chosen);
      Collections.shuffle(order, random);
      questions.add(new TwinQuestion(one.query(), order, Set.copyOf(one.right())));
    }
    return new TwinQuestions(name(), answers, questions);
  }
}
