// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.ProjectionLayer;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.loss.WordContrastiveLoss;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.transformer.FiniteDifferences;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.neural.transformer.WordEmbeddings;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the losses of HICTL with their definitions, and their gradients with finite differences,
 * in double precision.
 */
@RequiresTorch
class HictlObjectiveTest {
  private static final int LENGTH = 40;
  private static final double SCALE = 3;

  @TempDir Path folder;
  private ModelFolder model;
  private Transformer transformer;
  private LanguageModelHead head;
  private ProjectionLayer projection;
  private HictlEncoder encoder;

  @BeforeEach
  void open() {
    model = ModelFolder.open(SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder));
    transformer =
        Transformer.load(
            model,
            TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build());
    head = LanguageModelHead.load(model, transformer);
    projection = ProjectionLayer.create(model, transformer, 3);
    encoder = new HictlEncoder(transformer, false, 2);
  }

  @AfterEach
  void close() {
    projection.close();
    head.close();
    transformer.close();
    model.close();
  }

  /** Three translation pairs, and two sentences with permutations of their tokens. */
  private HictlBatch batch() {
    Tokenizer tokenizer = model.tokenizer();
    List<HictlPair> pairs = new ArrayList<>();
    List<String> lines = CorpusFixtures.pairs();
    for (int i = 0; i < 5; i++) {
      String[] texts = lines.get(i).split("\t", -1);
      Encoding x = tokenizer.encode(texts[0], LENGTH);
      SplittableRandom random = new SplittableRandom(i);
      if (i < 3) {
        Encoding y = tokenizer.encode(texts[1], LENGTH);
        Encoding both = tokenizer.encode(texts[0], texts[1], LENGTH);
        pairs.add(new HictlPair(TextPair.of(x, y, i, i + 100), both, false));
      } else {
        Encoding y = HictlPairBatches.reordered(x, Encoding.FIRST, 0, random);
        Encoding both = tokenizer.encode(texts[0], texts[0], LENGTH);
        pairs.add(
            new HictlPair(
                TextPair.of(x, y, i, ~i),
                HictlPairBatches.reordered(both, Encoding.SECOND, 0, random),
                true));
      }
    }
    return new HictlBatch(pairs, 7);
  }

  private HictlSentenceObjective sentences(Optional<ProjectionLayer> map) {
    return new HictlSentenceObjective(encoder, Pooling.CLS, map, SCALE);
  }

  /**
   * Returns the word objective; with a count of at least the vocabulary size, all negatives are
   * sampled, so that the loss is deterministic.
   */
  private HictlWordObjective words(Pooling pooling, int negativeCount) {
    WordEmbeddings vectors = new WordEmbeddings(transformer);
    return new HictlWordObjective(
        encoder,
        pooling,
        vectors,
        new TokenSets(model.tokenizer(), vectors.vocabularySize()),
        new WordContrastiveLoss(SCALE),
        negativeCount);
  }

  private HictlLanguageModelObjective masked(boolean monolingual) {
    TokenMasking masking = new TokenMasking(model.tokenizer(), 0.3, 5);
    return new HictlLanguageModelObjective(
        new MaskedTextBatches.MaskedLanguageModelObjective(transformer, head, masking, false),
        monolingual);
  }

  private HictlObjective all(int negativeCount) {
    return new HictlObjective(
        List.of(
            new HictlObjective.Part("sentence", 1, sentences(Optional.of(projection))),
            new HictlObjective.Part("word", 0.5, words(Pooling.CLS, negativeCount)),
            new HictlObjective.Part("mlm", 2, masked(true)),
            new HictlObjective.Part("tlm", 1, masked(false))));
  }

  private static double[][] rows(Tensor matrix) {
    double[][] rows = new double[Math.toIntExact(matrix.size(0))][Math.toIntExact(matrix.size(1))];
    DoubleBuffer all = matrix.detach().contiguous().<DoubleBuffer>createBuffer();
    for (double[] row : rows) {
      all.get(row);
    }
    return rows;
  }

  private static double cosine(double[] a, double[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return dot / Math.sqrt(aa * bb);
  }

  /** Equations 2 to 4 of the paper. */
  private static double naiveSentences(double[][] x, double[][] y) {
    int n = x.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += sentence(x[i], y[i], x, y, i) + sentence(y[i], x[i], x, y, i);
    }
    return sum / n;
  }

  private static double sentence(
      double[] query, double[] key, double[][] x, double[][] y, int without) {
    double positive = Math.exp(SCALE * cosine(query, key));
    double all = positive;
    int negatives = 0;
    for (double[][] side : List.of(y, x)) {
      for (int j = 0; j < side.length; j++) {
        if (j != without) {
          all += Math.exp(SCALE * cosine(query, side[j]));
          negatives++;
        }
      }
    }
    assertThat(negatives).isEqualTo(2 * x.length - 2);
    return -Math.log(positive / all);
  }

  @Test
  void sentenceLossUsesAllNegativesInBothDirections() {
    HictlBatch batch = batch();
    Function<Function<TextPair, TextPair.Side>, double[][]> side =
        text ->
            rows(
                projection.apply(
                    encoder.vectors(
                        batch.pairs().stream()
                            .map(HictlPair::pair)
                            .map(text)
                            .map(TextPair.Side::text)
                            .toList(),
                        Pooling.CLS)));
    double expected = naiveSentences(side.apply(TextPair::left), side.apply(TextPair::right));
    assertThat(sentences(Optional.of(projection)).loss(batch).item_double())
        .isCloseTo(expected, within(1e-10));
  }

  /** The query is the vector of the pair that the model has for a text, too. */
  @ParameterizedTest
  @EnumSource(names = {"CLS", "MEAN"})
  void wordLossUsesAllOtherWordsAsNegatives(Pooling pooling) {
    HictlBatch batch = batch();
    List<Encoding> texts = batch.pairs().stream().map(HictlPair::jointEncoding).toList();
    double[][] queries = rows(encoder.vectors(texts, pooling));
    WordEmbeddings vectors = new WordEmbeddings(transformer);
    TokenSets sets = new TokenSets(model.tokenizer(), vectors.vocabularySize());
    double[][] embedding = rows(parameter("embeddings.word_embeddings.weight"));
    double loss = 0;
    for (int i = 0; i < queries.length; i++) {
      TokenSets.TokenSetBatch tokenSet =
          sets.tokenSets(List.of(texts.get(i)), transformer.device());
      double negativeCount = 0;
      for (int j = 0; j < embedding.length; j++) {
        if (!tokenSet.excluded().select(0, 0).select(0, j).item_bool()) {
          negativeCount += Math.exp(SCALE * cosine(queries[i], embedding[j]));
        }
      }
      double sum = 0;
      for (int word : sets.tokenSets(texts.get(i))) {
        double positive = Math.exp(SCALE * cosine(queries[i], embedding[word]));
        sum -= Math.log(positive / (positive + negativeCount));
      }
      loss += sum / sets.tokenSets(texts.get(i)).size();
    }
    // One pair at a time: in a batch, all pairs have as many negatives as the one with the fewest.
    double found =
        batch.pairs().stream()
            .map(pair -> new HictlBatch(List.of(pair), 7))
            .mapToDouble(one -> words(pooling, embedding.length).loss(one).item_double())
            .average()
            .orElseThrow();
    assertThat(found).isCloseTo(loss / queries.length, within(1e-10));
  }

  private Tensor parameter(String name) {
    return transformer.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow()
        .values();
  }

  @Test
  void similaritiesAreCosinesWithEveryToken() {
    WordEmbeddings vectors = new WordEmbeddings(transformer);
    Tensor queries =
        encoder.vectors(
            batch().pairs().stream().map(HictlPair::jointEncoding).toList(), Pooling.CLS);
    double[][] found = rows(vectors.similarities(queries));
    double[][] queryRows = rows(queries);
    double[][] embedding = rows(parameter("embeddings.word_embeddings.weight"));
    for (int i = 0; i < queryRows.length; i++) {
      for (int j = 0; j < embedding.length; j++) {
        assertThat(found[i][j]).isCloseTo(cosine(queryRows[i], embedding[j]), within(1e-10));
      }
    }
  }

  @Test
  void gradientsAgreeWithFiniteDifferences() {
    List<HictlPair> all = batch().pairs();
    HictlBatch batch = new HictlBatch(List.of(all.get(0), all.get(1), all.get(4)), 7);
    // GradientTest checks the remaining parameters.
    List<Parameter> parameters =
        new ArrayList<>(
            transformer.parameters().stream()
                .filter(parameter -> !parameter.name().startsWith("encoder.layer.1"))
                .filter(parameter -> !parameter.name().contains("layer.0.output"))
                .filter(parameter -> !parameter.name().contains("attention.output"))
                .toList());
    parameters.addAll(projection.parameters());
    parameters.addAll(head.parameters());
    HictlObjective loss = all(1_000_000);
    FiniteDifferences.check(
        parameters,
        () -> {
          Torch.setSeed(1);
          return loss.loss(batch);
        });
  }

  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  @Test
  void sumsThePartsWithTheirWeights() {
    HictlBatch batch = batch();
    HictlObjective loss = all(4);
    Torch.setSeed(1);
    double summed = loss.loss(batch).item_double();
    Torch.setSeed(1);
    LossValues found;
    double[][] backward;
    try (PointerScope scope = new PointerScope()) {
      found = loss.backward(batch, 0.25);
      backward = rows(parameter("embeddings.word_embeddings.weight").grad());
    }
    assertThat(found.total()).isCloseTo(summed, within(1e-10));
    assertThat(found.parts())
        .containsOnlyKeys("sentence", "word", "word-above-chance", "mlm", "tlm");
    // Four negatives and the word itself.
    assertThat(found.parts().get("word-above-chance"))
        .isCloseTo(found.parts().get("word") - Math.log(5), within(1e-10));
    assertThat(
            found.parts().get("sentence")
                + 0.5 * found.parts().get("word")
                + 2 * found.parts().get("mlm")
                + found.parts().get("tlm"))
        .isCloseTo(summed, within(1e-10));
    transformer.parameters().forEach(parameter -> parameter.values().mutable_grad().reset());
    Torch.setSeed(1);
    loss.loss(batch).backward();
    double[][] whole = rows(parameter("embeddings.word_embeddings.weight").grad());
    for (int i = 0; i < whole.length; i++) {
      for (int d = 0; d < whole[i].length; d++) {
        assertThat(backward[i][d]).isCloseTo(0.25 * whole[i][d], within(1e-10));
      }
    }
  }

  @Test
  void weightsLanguageModelsByTheShareOfTheirPairs() {
    HictlBatch batch = batch();
    List<HictlPair> translations = batch.pairs().subList(0, 3);
    double alone = masked(false).loss(new HictlBatch(translations, 7)).item_double();
    assertThat(masked(false).loss(batch).item_double()).isCloseTo(alone * 3 / 5, within(1e-10));
    HictlBatch without = new HictlBatch(translations, 7);
    assertThat(masked(true).backward(without, 1).total()).isZero();
    assertThat(masked(true).loss(without).item_double()).isZero();
  }

  @Test
  void tokenSetsContainDistinctTokensWithoutSpecialTokens() {
    Tokenizer tokenizer = model.tokenizer();
    TokenSets sets = new TokenSets(tokenizer, tokenizer.vocabularySize() + 2);
    Encoding text = tokenizer.encode("das das Haus", "the Haus", LENGTH);
    assertThat(sets.tokenSets(text)).hasSizeLessThan(text.size()).isNotEmpty();
    TokenSets.TokenSetBatch both =
        sets.tokenSets(List.of(text, tokenizer.encode("", LENGTH)), transformer.device());
    assertThat(both.mask().sum(1).select(0, 1).item_long()).isZero();
    assertThat(both.ids().size(1)).isEqualTo(sets.tokenSets(text).size());
    Tensor excluded = both.excluded().select(0, 1);
    for (int special : tokenizer.specialTokens().prefix()) {
      assertThat(excluded.select(0, special).item_bool()).isTrue();
    }
    assertThat(excluded.select(0, tokenizer.vocabularySize() + 1).item_bool())
        .as("a row of the embedding without a token")
        .isTrue();
    assertThat(excluded.logical_not().sum().item_long()).isGreaterThan(10);
  }
}
