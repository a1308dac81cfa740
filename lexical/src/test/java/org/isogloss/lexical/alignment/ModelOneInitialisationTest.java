// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SyntheticBitext;
import org.junit.jupiter.api.Test;

class ModelOneInitialisationTest {
  @Test
  void keepsMostStronglyAssociatedCandidates() {
    List<String> lines = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      lines.add("cat w" + n + "\tder katze x" + n);
      lines.add("dog w" + n + "\tder hund y" + n);
    }
    ParallelCorpus corpus = SyntheticBitext.of(lines);
    try (WorkerPool workers = new WorkerPool("aligner", 1)) {
      TranslationProbabilities rows =
          ModelOneInitialisation.rows(
              DirectedPairs.forward(corpus),
              corpus.sourceVocabulary().size(),
              corpus.targetVocabulary().size(),
              1,
              workers);
      assertThat(isCandidate(rows, corpus, "cat", "katze")).isTrue();
      assertThat(isCandidate(rows, corpus, "dog", "hund")).isTrue();
      assertThat(isCandidate(rows, corpus, "cat", "der")).isFalse();
      assertThat(isCandidate(rows, corpus, "", "der"))
          .as("the null word keeps all candidates")
          .isTrue();
      assertThat(isCandidate(rows, corpus, "", "y7")).isTrue();
    }
  }

  private static boolean isCandidate(
      TranslationProbabilities rows, ParallelCorpus corpus, String source, String target) {
    int row = source.isEmpty() ? 0 : corpus.sourceVocabulary().number(source).orElseThrow();
    return rows.slotOf(row, corpus.targetVocabulary().number(target).orElseThrow())
        != TranslationProbabilities.ABSENT;
  }
}
