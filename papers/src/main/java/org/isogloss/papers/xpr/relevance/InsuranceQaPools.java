// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.InsuranceQa;
import org.isogloss.data.qa.InsuranceQaQuestion;

/**
 * The candidates of InsuranceQA's questions, from its folder {@code V2}. Its texts are English and
 * split into words, so that questions and answers are matched with those of insuranceqa-corpus-zh
 * by their letters and digits.
 */
final class InsuranceQaPools {
  /** Number of candidates in the paper. */
  static final int SIZE = 500;

  /** The language of the texts. */
  static final Language LANGUAGE = Language.of("en");

  private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{N}]+");

  private final InsuranceQa data;
  private final Map<String, Integer> answersByLabel;

  private InsuranceQaPools(InsuranceQa data, Map<String, Integer> answersByLabel) {
    this.data = data;
    this.answersByLabel = answersByLabel;
  }

  /**
   * Reads the answers.
   *
   * @param englishAnswers texts of the answers; a candidate is a position in this list
   */
  static InsuranceQaPools read(Path folder, List<String> englishAnswers) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < englishAnswers.size(); i++) {
      numbers.putIfAbsent(key(englishAnswers.get(i)), i);
    }
    InsuranceQa data = InsuranceQa.open(folder);
    Map<String, Integer> byLabel = new HashMap<>();
    try (Records<Document> answers = data.answers(OnError.FAIL)) {
      answers.forEachRemaining(
          answer -> {
            Integer number = numbers.get(key(answer.text()));
            if (number != null) {
              byLabel.put(answer.id(), number);
            }
          });
    }
    return new InsuranceQaPools(data, byLabel);
  }

  /**
   * Returns the candidates by the {@linkplain #key key} of the question. Answers that are not in
   * both languages are left out.
   *
   * @param split {@code train}, {@code valid} or {@code test}
   */
  Map<String, List<Integer>> ofSplit(String split) {
    Map<String, List<Integer>> pools = new HashMap<>();
    try (Records<InsuranceQaQuestion> questions = data.questions(split, SIZE, OnError.FAIL)) {
      questions.forEachRemaining(
          question -> {
            List<Integer> pool = new ArrayList<>();
            for (String label : question.candidates()) {
              Integer number = answersByLabel.get(label);
              if (number != null && !pool.contains(number)) {
                pool.add(number);
              }
            }
            pools.putIfAbsent(key(question.query().text()), pool);
          });
    }
    return pools;
  }

  /** Returns the letters and digits of a text in lower case. */
  static String key(String english) {
    return OTHER.matcher(english).replaceAll("").toLowerCase(Locale.ROOT);
  }
}
