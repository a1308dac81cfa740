package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;

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
    List<Alignment> all = new ArrayList<>();
    try (WordAligner aligner = WordAligner.train(corpus, options, AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) -> {
            assertThat(pair).isEqualTo(all.size());
            all.add(alignment);
          });
    }
    return all;
  }

  @Test
  void aFewPairsTeachTheirWords() {
    assertThat(aligned(SyntheticBitext.house(), options().build()))
        .extracting(Alignment::toString)
        .containsExactly("0-0 1-1", "0-0 1-1", "0-0 1-1");
  }

  @ParameterizedTest
  @EnumSource(AlignmentModel.class)
  void aMadeUpLanguageIsLearnedWhateverItsOrder(AlignmentModel model) {
    long seed = new Random().nextLong();
    ParallelCorpus corpus = SyntheticBitext.madeUp(2000, 300, new Random(seed));
    List<Alignment> all = aligned(corpus, options().model(model).build());
    assertThat(shareOfRight(corpus, all)).as("seed %d", seed).isGreaterThan(0.95);
    assertThat(all.stream().mapToInt(alignment -> alignment.links().size()).sum())
        .isGreaterThan(corpus.targetWordCount() * 4 / 5);
  }

  private static double shareOfRight(ParallelCorpus corpus, List<Alignment> all) {
    int links = 0;
    int right = 0;
    for (int pair = 0; pair < all.size(); pair++) {
      for (AlignmentLink link : all.get(pair).links()) {
        String source = corpus.sourceWords(pair).get(link.source());
        String target = corpus.targetWords(pair).get(link.target());
        links++;
        right += source.substring(1).equals(target.substring(1)) ? 1 : 0;
      }
    }
    return right / (double) links;
  }

  @Test
  void whatBothDirectionsFindLikelyIsRarelyWrong() {
    long seed = new Random().nextLong();
    ParallelCorpus corpus = SyntheticBitext.madeUp(2000, 300, new Random(seed));
    List<Alignment> all =
        aligned(corpus, options().symmetrisation(Symmetrisation.AGREEMENT).build());
    assertThat(shareOfRight(corpus, all)).as("seed %d", seed).isGreaterThan(0.98);
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    long seed = new Random().nextLong();
    // More than one wave of chunks.
    ParallelCorpus corpus = SyntheticBitext.madeUp(9000, 500, new Random(seed));
    List<Double> one = new ArrayList<>();
    List<Double> three = new ArrayList<>();
    WordAligner.train(corpus, options().threads(1).build(), PerplexityRecorder.forward(one))
        .close();
    WordAligner.train(corpus, options().threads(3).build(), PerplexityRecorder.forward(three))
        .close();
    assertThat(three).as("seed %d", seed).isEqualTo(one);
    AlignerOptions.Builder quick = options().modelOneIterations(2).hmmIterations(1);
    assertThat(aligned(corpus, quick.threads(3).build()))
        .as("seed %d", seed)
        .isEqualTo(aligned(corpus, quick.threads(1).build()));
  }

  @Test
  void perplexityFallsWithoutPriorAndAgreement() throws IOException {
    ParallelCorpus corpus = tatoeba();
    List<Double> heard = new ArrayList<>();
    WordAligner.train(
            corpus, options().prior(0).agreement(false).build(), PerplexityRecorder.forward(heard))
        .close();
    assertThat(heard).hasSize(10);
    // The HMM begins anew with other factors.
    assertThat(heard.subList(0, 5)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(heard.subList(5, 10)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(heard.getFirst()).isEqualTo(corpus.targetVocabularySize());
  }

  @Test
  void everydaySentencesAreAligned() throws IOException {
    ParallelCorpus corpus = tatoeba();
    List<Alignment> all = aligned(corpus, options().build());
    assertThat(all).hasSize(corpus.size());
    int tomLinks = 0;
    int tomRight = 0;
    for (int pair = 0; pair < all.size(); pair++) {
      for (AlignmentLink link : all.get(pair).links()) {
        if (corpus.sourceWords(pair).get(link.source()).equals("tom")) {
          tomLinks++;
          tomRight += corpus.targetWords(pair).get(link.target()).equals("tom") ? 1 : 0;
        }
      }
    }
    assertThat(tomLinks).isPositive();
    assertThat(tomRight).isGreaterThanOrEqualTo(tomLinks * 3 / 4);
  }

  private static ParallelCorpus tatoeba() throws IOException {
    Path file = Path.of("..", "samples", "papers", "bitext", "en-de.tsv.gz");
    Path here = Files.exists(file) ? file : Path.of("samples/papers/bitext/en-de.tsv.gz");
    return SyntheticBitext.read(
        here,
        WordTokenizer.forLanguage(Language.of("en")),
        WordTokenizer.forLanguage(Language.of("de")));
  }
}
