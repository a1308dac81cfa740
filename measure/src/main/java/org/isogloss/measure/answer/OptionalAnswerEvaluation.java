// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Exact match and F1 of answers to questions that may have none, as the script of SQuAD 2.0
 * computes them (Rajpurkar, Jia and Liang 2018).
 */
public final class OptionalAnswerEvaluation {
  /**
   * The best result over all thresholds of the no-answer score.
   *
   * @param value exact match or F1 in percent
   * @param threshold the highest no-answer score at which the best answer is given instead of none;
   *     empty if it is best to give no answer to any question, for which SQuAD's script prints 0
   */
  public record Best(double value, OptionalDouble threshold) {
    public Best {
      requireNonNull(threshold, "threshold is null");
    }
  }

  private final List<OptionalAnswer> questions;
  private final List<AnswerScore> raw;
  private final List<AnswerScore> scores;

  private OptionalAnswerEvaluation(
      List<OptionalAnswer> questions, List<AnswerScore> raw, List<AnswerScore> scores) {
    this.questions = questions;
    this.raw = raw;
    this.scores = scores;
  }

  /**
   * Evaluates answers.
   *
   * @param questions at least one question
   * @param threshold a question with a higher no-answer score counts as answered by no answer;
   *     infinite to keep all answers
   */
  public static OptionalAnswerEvaluation of(
      List<OptionalAnswer> questions, AnswerNormalizer normalizer, double threshold) {
    List<AnswerScore> raw = new ArrayList<>();
    List<AnswerScore> scores = new ArrayList<>();
    for (OptionalAnswer question : questions) {
      AnswerScore score =
          AnswerScore.ofOptional(question.answer(), question.references(), normalizer);
      double ofNone = question.hasAnswer() ? 0 : 1;
      raw.add(score);
      scores.add(question.noAnswerScore() > threshold ? new AnswerScore(ofNone, ofNone) : score);
    }
    return new OptionalAnswerEvaluation(List.copyOf(questions), raw, scores);
  }

  /** The scores of all questions. */
  public AnswerEvaluation all() {
    return new AnswerEvaluation(scores);
  }

  /** The scores of the questions with an answer (HasAns); empty if there are none. */
  public Optional<AnswerEvaluation> withAnswer() {
    return part(true);
  }

  /** The scores of the questions without an answer (NoAns); empty if there are none. */
  public Optional<AnswerEvaluation> withoutAnswer() {
    return part(false);
  }

  private Optional<AnswerEvaluation> part(boolean hasAnswer) {
    List<AnswerScore> part =
        IntStream.range(0, scores.size())
            .filter(i -> questions.get(i).hasAnswer() == hasAnswer)
            .mapToObj(scores::get)
            .toList();
    return part.isEmpty() ? Optional.empty() : Optional.of(new AnswerEvaluation(part));
  }

  /** The highest exact match over all thresholds. */
  public Best bestExactMatch() {
    return best(AnswerScore::exactMatch);
  }

  /** The highest F1 over all thresholds. */
  public Best bestF1() {
    return best(AnswerScore::f1);
  }

  /**
   * Answers the questions one after another, in ascending order of their no-answer scores. Of
   * questions with equal scores, SQuAD's script considers each a possible threshold, and so does
   * this method.
   */
  private Best best(ToDoubleFunction<AnswerScore> measure) {
    List<Integer> order =
        IntStream.range(0, questions.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> questions.get(i).noAnswerScore()))
            .toList();
    double current = questions.stream().filter(question -> !question.hasAnswer()).count();
    double best = current;
    OptionalDouble threshold = OptionalDouble.empty();
    for (int i : order) {
      OptionalAnswer question = questions.get(i);
      if (question.hasAnswer()) {
        current += measure.applyAsDouble(raw.get(i));
      } else if (!question.answer().isEmpty()) {
        current--;
      }
      if (current > best) {
        best = current;
        threshold = OptionalDouble.of(question.noAnswerScore());
      }
    }
    return new Best(100 * best / questions.size(), threshold);
  }
}
