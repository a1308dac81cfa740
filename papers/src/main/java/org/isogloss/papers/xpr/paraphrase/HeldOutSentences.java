// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;

/**
 * Held-out sentences, each of which retrieves itself among others, so that extended pre-training
 * selects the state with the best acc@1.
 *
 * @param training sentences for training
 * @param heldOut one in twenty, by their English
 */
public record HeldOutSentences(
    List<BilingualSentenceReader.BilingualSentence> training,
    List<BilingualSentenceReader.BilingualSentence> heldOut) {
  private static final int HELD_OUT_INTERVAL = 20;

  /** Holds out sentences, none of which shares a text with a training sentence. */
  public static HeldOutSentences split(List<BilingualSentenceReader.BilingualSentence> sentences) {
    ParaphraseClusters meaning = new ParaphraseClusters(sentences);
    List<BilingualSentenceReader.BilingualSentence> training = new ArrayList<>();
    List<BilingualSentenceReader.BilingualSentence> kept = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      boolean chosen = Math.floorMod(sentences.get(i).english().hashCode(), HELD_OUT_INTERVAL) == 0;
      (chosen && meaning.isSingleton(i) ? kept : training).add(sentences.get(i));
    }
    return new HeldOutSentences(training, kept);
  }

  /**
   * Returns the questions.
   *
   * @param maxQuestions maximum number of questions
   * @param maxCandidates maximum number of candidate sentences of each
   */
  public BilingualQuestionSet questions(int maxQuestions, int maxCandidates, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < heldOut.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    List<BilingualQuestion> questions = new ArrayList<>();
    for (int own : order.subList(0, Math.min(maxQuestions, order.size()))) {
      List<Integer> chosen = new ArrayList<>(List.of(own));
      List<Integer> others = new ArrayList<>(order);
      others.remove(Integer.valueOf(own));
      Collections.shuffle(others, random);
      chosen.addAll(others.subList(0, Math.min(maxCandidates - 1, others.size())));
      questions.add(new BilingualQuestion(heldOut.get(own).text(), chosen, Set.of(own)));
    }
    return new BilingualQuestionSet(
        "sentences",
        heldOut.stream().map(BilingualSentenceReader.BilingualSentence::text).toList(),
        questions);
  }
}
