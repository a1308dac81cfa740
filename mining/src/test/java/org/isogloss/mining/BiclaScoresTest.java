// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.isogloss.mining.MateRetrieval.Mate;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.runtime.bicla.BiclaModel;
import org.junit.jupiter.api.Test;

class BiclaScoresTest extends PairwiseScoresContractTest {
  private static List<WordSequence> sentences(int count, WordTable words, SplittableRandom random) {
    List<WordSequence> sentences = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sentences.add(ReferenceBicla.randomSentence(words, random));
    }
    return sentences;
  }

  @Override
  PairwiseScores scores(long seed) {
    BiclaFiles files = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<WordSequence> sentences = sentences(3, files.words().get(1), random);
    List<WordSequence> candidates = sentences(200, files.words().get(0), random);
    sentences.set(1, new WordSequence(files.words().get(1), new int[0]));
    candidates.set(2, new WordSequence(files.words().get(0), new int[0]));
    // A candidate that is longer than a block of ten states of six components is its own block.
    candidates.set(3, new WordSequence(files.words().get(0), new int[11]));
    return new BiclaScores(
        new BiclaModel(files.architecture(), files.parameters()), sentences, candidates, 60);
  }

  @Test
  void findsTheMatesOfTheEquationsOfThePaper() {
    BiclaFiles files = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, seed);
    ReferenceBicla reference = new ReferenceBicla(files);
    SplittableRandom random = new SplittableRandom(seed);
    List<WordSequence> sentences = sentences(20, files.words().get(1), random);
    List<WordSequence> candidates = sentences(30, files.words().get(0), random);
    PairwiseScores scores =
        new BiclaScores(
            new BiclaModel(files.architecture(), files.parameters()), sentences, candidates);
    List<List<Mate>> found = MateRetrieval.find(scores, 1, 2, MateListener.NONE);
    for (int i = 0; i < sentences.size(); i++) {
      WordSequence sentence = sentences.get(i);
      double best =
          IntStream.range(0, candidates.size())
              .mapToObj(j -> reference.signedLogScore(sentence, candidates.get(j)))
              .max(Comparator.naturalOrder())
              .orElseThrow();
      Mate mate = found.get(i).getFirst();
      assertThat((double) mate.score()).as("seed %d", seed).isCloseTo(best, within(1e-5));
      assertThat(reference.signedLogScore(sentence, candidates.get(mate.candidate())))
          .as("seed %d", seed)
          .isCloseTo(best, within(1e-5));
    }
  }
}
