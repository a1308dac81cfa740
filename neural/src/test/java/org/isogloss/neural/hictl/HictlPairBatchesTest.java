// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.corpus.MonolingualTextReader;
import org.isogloss.neural.corpus.SentencePairSink;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class HictlPairBatchesTest {
  private static final String PREFIX = "query: ";

  @TempDir Path folder;
  private PretrainedModel base;
  private TextCorpus corpus;

  /** Much German, little Thai; each sentence begins with its language. */
  @BeforeEach
  void open() {
    base =
        PretrainedModel.open(
            new PretrainedModelOptions(
                SampleTransformer.BERT_ENCODER.copyInto(folder),
                0,
                Optional.of(PretrainedModelOptions.PoolingChoice.CLS),
                Optional.of(PREFIX),
                Optional.empty(),
                32,
                0,
                PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
                PretrainedModelOptions.FrozenPart.NOTHING,
                0,
                PretrainedModelOptions.WordGradient.SPARSE),
            new ComputeOptions("cpu", false));
    corpus = TextCorpusFixtures.corpus(folder.resolve("texts"), HictlPairBatchesTest::write);
  }

  private static void write(SentencePairSink builder) {
    for (int i = 0; i < 500; i++) {
      builder.addTrainingPair(
          "bitext", "en-de", builder.addSentence("en " + i), builder.addSentence("de " + i));
    }
    for (int i = 0; i < 5; i++) {
      builder.addTrainingPair(
          "bitext", "en-th", builder.addSentence("en " + i), builder.addSentence("th " + i));
    }
    builder.addTrainingPair(
        "documentation", "de-sw", builder.addSentence("de a b c"), builder.addSentence("sw a b c"));
  }

  @AfterEach
  void close() {
    corpus.close();
    base.close();
  }

  private HictlPairBatches pairs(double monolingual) {
    return new HictlPairBatches(corpus, base, new HictlBatchOptions(20, monolingual, 8), 3);
  }

  private static List<HictlPair> take(HictlPairBatches from, int batches) {
    List<HictlPair> all = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      all.addAll(from.next().pairs());
    }
    return all;
  }

  private String language(int sentence) {
    return corpus.text(sentence).substring(0, 2);
  }

  @Test
  void samplesLanguagesUniformly() {
    Map<String, Integer> counts = new TreeMap<>();
    for (HictlPair pair : take(pairs(1), 400)) {
      counts.merge(language(pair.pair().left().textKey()), 1, Integer::sum);
    }
    assertThat(counts).containsOnlyKeys("de", "en", "sw", "th");
    double chiSquared =
        counts.values().stream().mapToDouble(n -> (n - 2000.0) * (n - 2000.0) / 2000).sum();
    // 3 degrees of freedom: 16.3 is exceeded once in a thousand seeds.
    assertThat(chiSquared).isLessThan(16.3);
  }

  @Test
  void respectsTheShareOfMonolingualPairs() {
    List<HictlPair> all = take(pairs(0.25), 200);
    double share = all.stream().filter(HictlPair::monolingual).count() / (double) all.size();
    assertThat(share).isCloseTo(0.25, within(0.03));
    for (HictlPair pair : all) {
      if (!pair.monolingual()) {
        assertThat(language(pair.pair().left().textKey()))
            .isNotEqualTo(language(pair.pair().right().textKey()));
      }
    }
  }

  @Test
  void permutesTextWithoutTranslationsIfTheLanguageHasAny() {
    try (TextCorpus withText =
        TextCorpusFixtures.corpus(
            folder.resolve("monolingual"),
            sink -> {
              sink.addTrainingPair(
                  "bitext", "en-de", sink.addSentence("en pair"), sink.addSentence("de pair"));
              for (String language : List.of("de", "sw")) {
                int sentence = sink.addSentence(language + " alone");
                sink.addTrainingPair(
                    MonolingualTextReader.MONOLINGUAL,
                    language + "-" + language,
                    sentence,
                    sentence);
              }
            })) {
      Set<String> seen = new TreeSet<>();
      for (HictlPair pair :
          take(new HictlPairBatches(withText, base, new HictlBatchOptions(20, .5, 8), 3), 20)) {
        seen.add(
            (pair.monolingual() ? "reordered " : "translated ")
                + withText.text(pair.pair().left().textKey()));
      }
      assertThat(seen)
          .containsExactly(
              "reordered de alone",
              "reordered en pair",
              "reordered sw alone",
              "translated de pair",
              "translated en pair");
    }
  }

  @Test
  void monolingualPairsPermuteTheTokensOfASentence() {
    int changed = 0;
    for (HictlPair pair : take(pairs(1), 5)) {
      Encoding x = pair.pair().left().text();
      Encoding y = pair.pair().right().text();
      assertThat(sorted(y.ids())).isEqualTo(sorted(x.ids()));
      assertThat(y.ids()[0]).isEqualTo(x.ids()[0]);
      assertThat(y.ids()[y.size() - 1]).isEqualTo(x.ids()[x.size() - 1]);
      changed += Arrays.equals(x.ids(), y.ids()) ? 0 : 1;
      for (int i = 0; i < x.size(); i++) {
        if (x.ends()[i] <= PREFIX.length()) {
          assertThat(y.ids()[i]).as("a token of the prefix").isEqualTo(x.ids()[i]);
        }
      }
      assertThat(tokens(pair.jointEncoding(), Encoding.FIRST)).isEqualTo(withoutPrefix(x));
      assertThat(sorted(tokens(pair.jointEncoding(), Encoding.SECOND)))
          .isEqualTo(sorted(withoutPrefix(x)));
      assertThat(pair.pair().right().textKey()).isNegative();
    }
    assertThat(changed).isGreaterThan(50);
  }

  private static int[] withoutPrefix(Encoding text) {
    return IntStream.range(0, text.size())
        .filter(i -> text.ends()[i] > PREFIX.length())
        .map(i -> text.ids()[i])
        .toArray();
  }

  private static int[] tokens(Encoding text, int source) {
    return IntStream.range(0, text.size())
        .filter(i -> text.sequenceIds()[i] == source)
        .map(i -> text.ids()[i])
        .toArray();
  }

  private static int[] sorted(int[] ids) {
    return Arrays.stream(ids).sorted().toArray();
  }

  @Test
  void samplesPermutationsUniformly() {
    Encoding text = base.tokenizer().encode("a b c", 32);
    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int i = 0; i < 6000; i++) {
      Encoding other = HictlPairBatches.reordered(text, Encoding.FIRST, 0, new SplittableRandom(i));
      counts.merge(Arrays.stream(other.ids()).boxed().toList(), 1, Integer::sum);
    }
    assertThat(counts).hasSize(6);
    double chiSquared =
        counts.values().stream().mapToDouble(n -> (n - 1000.0) * (n - 1000.0) / 1000).sum();
    // 5 degrees of freedom: 20.5 is exceeded once in a thousand seeds.
    assertThat(chiSquared).isLessThan(20.5);
  }

  @Nested
  class KeepsTheContract extends BatchesContractTest<HictlBatch> {
    @Override
    protected Batches<HictlBatch> open() {
      return pairs(0.25);
    }
  }

  @Test
  void rejectsACorpusWithoutPairs() {
    try (TextCorpus empty = TextCorpusFixtures.corpus(folder.resolve("none"), sink -> {})) {
      assertThatThrownBy(() -> new HictlPairBatches(empty, base, new HictlBatchOptions(4, 0, 8), 1))
          .isInstanceOf(TrainingException.class)
          .hasMessageContaining("no pair to train on");
    }
  }
}
