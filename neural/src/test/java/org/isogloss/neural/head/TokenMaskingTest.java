// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class TokenMaskingTest {
  @TempDir private Path folder;
  private PointerScope scope;
  private Transformer model;
  private Tokenizer tokenizer;

  @BeforeEach
  void open() {
    try (ModelFolder sample =
        TransformerFixtures.open(SampleTransformer.BERT_LANGUAGE_MODEL, folder)) {
      model = Transformer.load(sample, TransformerOptions.DEFAULT);
      tokenizer = sample.tokenizer();
    }
    scope = new PointerScope();
  }

  @AfterEach
  void close() {
    scope.close();
    model.close();
  }

  private static long[] longs(Tensor tensor) {
    long[] longs = new long[Math.toIntExact(tensor.numel())];
    tensor.contiguous().<LongBuffer>createBuffer().get(longs);
    return longs;
  }

  private List<Encoding> pairs() {
    List<Encoding> pairs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      pairs.add(tokenizer.encode("the cat sat on the mat", "a dog in the house " + i, 40));
    }
    return pairs;
  }

  @Test
  void masks80PercentReplaces10PercentAndKeeps10Percent() {
    TokenMasking masking = new TokenMasking(tokenizer, TokenMasking.DEFAULT_SHARE, 1);
    int mask = tokenizer.id("[MASK]").orElseThrow();
    List<Encoding> pairs = pairs();
    int candidates = pairs.stream().mapToInt(pair -> pair.size() - 3).sum();
    int chosen = 0;
    int masked = 0;
    int kept = 0;
    boolean[] sides = new boolean[2];
    for (int number = 0; number < 100; number++) {
      MaskedBatch batch = masking.mask(pairs, number, model);
      long[] ids = longs(batch.batch().ids());
      long[] positions = longs(batch.positions());
      long[] labels = longs(batch.labels());
      for (int i = 0; i < positions.length; i++) {
        Encoding pair = pairs.get((int) positions[i] / batch.batch().tokens());
        int column = (int) positions[i] % batch.batch().tokens();
        assertThat(labels[i]).isEqualTo(pair.ids()[column]);
        assertThat(pair.sequenceIds()[column]).isNotEqualTo(Encoding.SPECIAL);
        sides[pair.sequenceIds()[column]] = true;
        chosen++;
        masked += ids[(int) positions[i]] == mask ? 1 : 0;
        kept += ids[(int) positions[i]] == labels[i] ? 1 : 0;
      }
    }
    assertThat(sides).containsOnly(true);
    assertThat(chosen / (100.0 * candidates)).isCloseTo(0.15, within(0.01));
    assertThat(masked / (double) chosen).isCloseTo(0.8, within(0.02));
    assertThat(kept / (double) chosen).isCloseTo(0.1, within(0.02));
  }

  @Test
  void theChoiceDependsOnSeedAndBatchNumber() {
    List<Encoding> pairs = pairs();
    TokenMasking masking = new TokenMasking(tokenizer, TokenMasking.DEFAULT_SHARE, 1);
    long[] first = longs(masking.mask(pairs, 0, model).batch().ids());
    long[] second = longs(masking.mask(pairs, 1, model).batch().ids());
    assertThat(first).isNotEqualTo(second);
    assertThat(longs(new TokenMasking(tokenizer, 0.15, 1).mask(pairs, 1, model).batch().ids()))
        .isEqualTo(second);
    assertThat(longs(new TokenMasking(tokenizer, 0.15, 2).mask(pairs, 1, model).batch().ids()))
        .isNotEqualTo(second);
  }

  @Test
  void choosesAtLeastOneTokenPerBatch() {
    TokenMasking rare = new TokenMasking(tokenizer, 1e-9, 1);
    List<Encoding> text = List.of(tokenizer.encode("the cat", 10));
    assertThat(rare.mask(text, 0, model).labels().numel()).isEqualTo(1);
    List<Encoding> specialTokensOnly = List.of(tokenizer.encode("", 10));
    assertThatThrownBy(() -> rare.mask(specialTokensOnly, 0, model))
        .hasMessage("the texts contain only special tokens, nothing to mask");
    assertThatThrownBy(() -> new TokenMasking(tokenizer, 0, 1))
        .hasMessage("share is 0.0, expected a number above 0, up to 1");
  }
}
