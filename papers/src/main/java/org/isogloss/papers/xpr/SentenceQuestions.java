package org.isogloss.papers.xpr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Sentences that are kept from training, each asking for itself among others, so that extended
 * pre-training too keeps the state with the best acc@1.
 *
 * @param training those to train on
 * @param kept one in twenty, by their English
 */
record SentenceQuestions(List<BitextTwins.Sentence> training, List<BitextTwins.Sentence> kept) {
  private static final int ONE_IN = 20;

  /** Keeps some sentences, none of which shares a text with one to train on. */
  static SentenceQuestions split(List<BitextTwins.Sentence> sentences) {
    SameMeaning meaning = new SameMeaning(sentences);
    List<BitextTwins.Sentence> training = new ArrayList<>();
    List<BitextTwins.Sentence> kept = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      boolean chosen = Math.floorMod(sentences.get(i).english().hashCode(), ONE_IN) == 0;
      (chosen && meaning.alone(i) ? kept : training).add(sentences.get(i));
    }
    return new SentenceQuestions(training, kept);
  }

  /**
   * The questions.
   *
   * @param most how many at most
   * @param candidates sentences ranked for each, at most
   */
  TwinQuestions questions(int most, int candidates, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    List<TwinQuestion> questions = new ArrayList<>();
    for (int own : order.subList(0, Math.min(most, order.size()))) {
      List<Integer> chosen = new ArrayList<>(List.of(own));
      List<Integer> others = new ArrayList<>(order);
      others.remove(Integer.valueOf(own));
      Collections.shuffle(others, random);
      chosen.addAll(others.subList(0, Math.min(candidates - 1, others.size())));
      questions.add(new TwinQuestion(kept.get(own).twin(), chosen, Set.of(own)));
    }
    return new TwinQuestions(
        "sentences", kept.stream().map(BitextTwins.Sentence::twin).toList(), questions);
  }
}
