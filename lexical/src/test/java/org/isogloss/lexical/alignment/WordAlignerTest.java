// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Language;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SyntheticBitext;
import org.isogloss.lexical.WordTokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WordAlignerTest {
  private static AlignerOptions.Builder options() {
    return AlignerOptions.builder().threads(2);
  }

  private static List<Alignment> aligned(ParallelCorpus corpus, AlignerOptions options) {
    List<Alignment> alignments = new ArrayList<>();
    try (WordAligner aligner = WordAligner.train(corpus, options, AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) -> {
            assertThat(pair).isEqualTo(alignments.size());
            alignments.add(alignment);
          });
    }
    return alignments;
  }

  @Test
  void alignsMinimalBitext() {
    assertThat(aligned(SyntheticBitext.house(), options().build()))
        .extracting(Alignment::toString)
        .containsExactly("0-0 1-1", "0-0 1-1", "0-0 1-1");
  }

  @ParameterizedTest
  @EnumSource(AlignmentModel.class)
  void alignsArtificialLanguageWithReordering(AlignmentModel model) {
    long seed = new Random().nextLong();
    ParallelCorpus corpus = SyntheticBitext.artificial(2000, 300, new Random(seed));
    List<Alignment> alignments = aligned(corpus, options().model(model).build());
    assertThat(precision(corpus, alignments)).as("seed %d", seed).isGreaterThan(0.95);
    assertThat(alignments.stream().mapToInt(alignment -> alignment.links().size()).sum())
        .isGreaterThan(corpus.targetWordCount() * 4 / 5);
  }

  private static double precision(ParallelCorpus corpus, List<Alignment> alignments) {
    int links = 0;
    int correct = 0;
    for (int pair = 0; pair < alignments.size(); pair++) {
      for (AlignmentLink link : alignments.get(pair).links()) {
        String source = corpus.sourceWords(pair).get(link.source());
        String target = corpus.targetWords(pair).get(link.target());
        links++;
        correct += source.substring(1).equals(target.substring(1)) ? 1 : 0;
      }
    }
    return correct / (double) links;
  }

  @Test
  void agreementHasHighPrecision() {
    long seed = new Random().nextLong();
    ParallelCorpus corpus = SyntheticBitext.artificial(2000, 300, new Random(seed));
    List<Alignment> alignments =
        aligned(corpus, options().symmetrisation(Symmetrisation.AGREEMENT).build());
    assertThat(precision(corpus, alignments)).as("seed %d", seed).isGreaterThan(0.98);
  }

  @Test
  void resultsDoNotDependOnThreadCount() {
    long seed = new Random().nextLong();
    // More than one wave of chunks.
    ParallelCorpus corpus = SyntheticBitext.artificial(9000, 500, new Random(seed));
    List<Double> oneThread = new ArrayList<>();
    List<Double> threeThreads = new ArrayList<>();
    WordAligner.train(corpus, options().threads(1).build(), PerplexityRecorder.forward(oneThread))
        .close();
    WordAligner.train(
            corpus, options().threads(3).build(), PerplexityRecorder.forward(threeThreads))
        .close();
    assertThat(threeThreads).as("seed %d", seed).isEqualTo(oneThread);
    AlignerOptions.Builder quick = options().modelOneIterations(2).hmmIterations(1);
    assertThat(aligned(corpus, quick.threads(3).build()))
        .as("seed %d", seed)
        .isEqualTo(aligned(corpus, quick.threads(1).build()));
  }

  @Test
  void interruptEndsTheTraining() {
    ParallelCorpus corpus = SyntheticBitext.of(List.of("a b\tx y"));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(
              () ->
                  WordAligner.train(
                      corpus, options().build(), PerplexityRecorder.forward(new ArrayList<>())))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted while words were aligned");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void perplexityDecreasesWithoutPriorAndAgreement() throws IOException {
    ParallelCorpus corpus = tatoeba();
    List<Double> perplexities = new ArrayList<>();
    WordAligner.train(
            corpus,
            options().prior(0).agreement(false).build(),
            PerplexityRecorder.forward(perplexities))
        .close();
    assertThat(perplexities).hasSize(10);
    // The perplexities of the HMM are not comparable to those of Model 1.
    assertThat(perplexities.subList(0, 5)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(perplexities.subList(5, 10)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(perplexities.getFirst()).isEqualTo(corpus.targetVocabularySize());
  }

  @Test
  void alignsTatoebaSentences() throws IOException {
    ParallelCorpus corpus = tatoeba();
    List<Alignment> alignments = aligned(corpus, options().build());
    assertThat(alignments).hasSize(corpus.size());
    int tomLinks = 0;
    int tomCorrect = 0;
    for (int pair = 0; pair < alignments.size(); pair++) {
      for (AlignmentLink link : alignments.get(pair).links()) {
        if (corpus.sourceWords(pair).get(link.source()).equals("tom")) {
          tomLinks++;
          tomCorrect += corpus.targetWords(pair).get(link.target()).equals("tom") ? 1 : 0;
        }
      }
    }
    assertThat(tomLinks).isPositive();
    assertThat(tomCorrect).isGreaterThanOrEqualTo(tomLinks * 3 / 4);
  }

  private static ParallelCorpus tatoeba() throws IOException {
    Path file = Path.of("..", "samples", "papers", "bitext", "en-de.tsv.gz");
    Path existing = Files.exists(file) ? file : Path.of("samples/papers/bitext/en-de.tsv.gz");
    return SyntheticBitext.read(
        existing,
        WordTokenizer.forLanguage(Language.of("en")),
        WordTokenizer.forLanguage(Language.of("de")));
  }
}
