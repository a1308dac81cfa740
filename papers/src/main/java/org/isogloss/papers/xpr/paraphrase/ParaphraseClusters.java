// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.isogloss.papers.xpr.mixture.BilingualText;

/**
 * Clusters of sentences with the same meaning: sentences that share a text, English or in one of
 * the two languages, are paraphrases. Sentences connected by any number of such links are never
 * negatives of each other.
 */
final class ParaphraseClusters {
  private final List<BilingualSentenceReader.BilingualSentence> sentences;
  private final Map<String, List<Integer>> byText = new HashMap<>();
  private final int[] parents;

  ParaphraseClusters(List<BilingualSentenceReader.BilingualSentence> sentences) {
    this.sentences = sentences;
    this.parents = new int[sentences.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i;
      for (String text : texts(i)) {
        List<Integer> sharing = byText.computeIfAbsent(text, key -> new ArrayList<>(1));
        if (!sharing.isEmpty()) {
          parents[findRoot(i)] = findRoot(sharing.getFirst());
        }
        sharing.add(i);
      }
    }
  }

  private List<String> texts(int sentence) {
    BilingualSentenceReader.BilingualSentence of = sentences.get(sentence);
    return List.of("e" + of.english(), "1" + of.text().first(), "2" + of.text().second());
  }

  private int findRoot(int sentence) {
    int at = sentence;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** Returns whether two sentences are connected. */
  boolean isSameCluster(int one, int other) {
    return findRoot(one) == findRoot(other);
  }

  /** Returns whether no other sentence shares a text with this one. */
  boolean isSingleton(int sentence) {
    return texts(sentence).stream().allMatch(text -> byText.get(text).size() == 1);
  }

  /**
   * Returns another sentence that shares a text with this one, if there is one; preferably not two
   * texts.
   */
  OptionalInt sampleParaphrase(int sentence, Random random) {
    BilingualText own = sentences.get(sentence).text();
    List<Integer> near = new ArrayList<>();
    List<Integer> far = new ArrayList<>();
    for (String text : texts(sentence)) {
      for (int other : byText.get(text)) {
        BilingualText candidate = sentences.get(other).text();
        boolean firstDiffers = !candidate.first().equals(own.first());
        boolean secondDiffers = !candidate.second().equals(own.second());
        if (firstDiffers && secondDiffers) {
          far.add(other);
        } else if (firstDiffers || secondDiffers) {
          near.add(other);
        }
      }
    }
    List<Integer> chosen = far.isEmpty() ? near : far;
    return chosen.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(chosen.get(random.nextInt(chosen.size())));
  }
}
