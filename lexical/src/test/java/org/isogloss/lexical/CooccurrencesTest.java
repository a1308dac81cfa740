package org.isogloss.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CooccurrencesTest {
  @Test
  void ofManyCandidatesThoseAreKeptThatAreThereMoreOftenThanByChance() {
    List<String> lines = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      lines.add("cat w" + n + "\tder katze x" + n);
      lines.add("dog w" + n + "\tder hund y" + n);
    }
    ParallelCorpus corpus = SmallBitext.of(lines);
    try (Workers workers = new Workers(1)) {
      CandidateRows rows =
          Cooccurrences.rows(
              corpus.source(),
              corpus.target(),
              corpus.sourceVocabulary().size(),
              corpus.targetVocabulary().size(),
              1,
              workers);
      assertThat(isCandidate(rows, corpus, "cat", "katze")).isTrue();
      assertThat(isCandidate(rows, corpus, "dog", "hund")).isTrue();
      assertThat(isCandidate(rows, corpus, "cat", "der")).isFalse();
      assertThat(isCandidate(rows, corpus, "", "der")).as("any word may translate none").isTrue();
      assertThat(isCandidate(rows, corpus, "", "y7")).isTrue();
    }
  }

  private static boolean isCandidate(
      CandidateRows rows, ParallelCorpus corpus, String source, String target) {
    int row = source.isEmpty() ? 0 : corpus.sourceVocabulary().number(source).orElseThrow();
    return rows.find(row, corpus.targetVocabulary().number(target).orElseThrow())
        != CandidateRows.ABSENT;
  }
}
