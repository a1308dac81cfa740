// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Checks that manual training steps are reproducible and leak no native memory. */
@RequiresTorch
class NativeMemoryTest {
  private static final long MEGABYTE = 1 << 20;

  /** Maximum growth in all later steps together; a single step allocates several megabytes. */
  private static final long MAX_GROWTH = 50 * MEGABYTE;

  @TempDir private Path folder;

  /** A language model and a bi-encoder on one transformer, with plain gradient descent. */
  private static final class Training implements AutoCloseable {
    private final Random random = new Random(1);
    private final Tokenizer tokenizer;
    private final Transformer body;
    private final LanguageModelHead languageModel;
    private final TokenMasking masking;
    private final List<Parameter> parameters;

    Training(ModelFolder model) {
      TransformerOptions options = TransformerOptions.builder().sparseGradients(true).build();
      tokenizer = model.tokenizer();
      body = Transformer.load(model, options);
      languageModel = LanguageModelHead.load(model, body);
      masking = new TokenMasking(tokenizer, TokenMasking.DEFAULT_SHARE, 1);
      parameters = new ArrayList<>(body.parameters());
      parameters.addAll(languageModel.parameters());
      body.setTraining(true);
      torch.manual_seed(1);
    }

    /** Returns texts of one of four lengths; oneDNN caches data for every shape. */
    private List<Encoding> texts() {
      List<Encoding> texts = new ArrayList<>();
      int words = 6 + 4 * random.nextInt(4);
      for (int i = 0; i < 8; i++) {
        texts.add(tokenizer.encode("the cat ".repeat(words - i % 4), "a dog", 96));
      }
      return texts;
    }

    @SuppressWarnings("try")
    double step(int number) {
      try (PointerScope scope = new PointerScope()) {
        List<Encoding> texts = texts();
        MaskedBatch masked = masking.mask(texts, number, body);
        Tensor loss = languageModel.loss(body.forward(masked.batch()), masked);
        TokenBatch batch = body.batch(texts);
        Tensor vectors;
        try (Autocast on = Autocast.bfloat16(body.device())) {
          vectors = new PoolingHead(Pooling.MEAN).vectors(body.forward(batch), batch);
        }
        loss = loss.add(vectors.matmul(vectors.t()).mean());
        loss.backward();
        descend();
        return loss.item_double();
      }
    }

    @SuppressWarnings("try")
    private void descend() {
      try (NoGradGuard guard = new NoGradGuard()) {
        for (Parameter parameter : parameters) {
          Tensor gradient = parameter.values().mutable_grad();
          if (gradient.defined()) {
            parameter.values().add_(gradient, new Scalar(-0.1));
            gradient.reset();
          }
        }
      }
    }

    @Override
    public void close() {
      languageModel.close();
      body.close();
    }
  }

  private Training training() {
    try (ModelFolder model =
        TransformerFixtures.open(SampleTransformer.BERT_LANGUAGE_MODEL, folder)) {
      return new Training(model);
    }
  }

  @Test
  void stepsAreReproducibleAndReduceTheLoss() {
    List<Double> losses = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    try (Training once = training();
        Training twice = training()) {
      torch.manual_seed(1);
      for (int i = 0; i < 30; i++) {
        losses.add(once.step(i));
      }
      torch.manual_seed(1);
      for (int i = 0; i < 30; i++) {
        again.add(twice.step(i));
      }
    }
    assertThat(again).isEqualTo(losses);
    assertThat(losses.getLast()).isLessThan(losses.getFirst() - 1);
  }

  @Test
  void threeHundredStepsLeakNoMemory(TestReporter reporter) throws InterruptedException {
    checkNoLeak(300, reporter);
  }

  @Test
  @Tag("slow")
  void tenThousandStepsLeakNoMemory(TestReporter reporter) throws InterruptedException {
    checkNoLeak(10_000, reporter);
  }

  /**
   * Returns the number of native objects after the garbage collector has freed those of other
   * tests.
   */
  private static long stableObjectCount() throws InterruptedException {
    long count = Pointer.totalCount();
    for (int unchanged = 0; unchanged < 3; ) {
      System.gc();
      Thread.sleep(50);
      unchanged = Pointer.totalCount() == count ? unchanged + 1 : 0;
      count = Pointer.totalCount();
    }
    return count;
  }

  private void checkNoLeak(int steps, TestReporter reporter) throws InterruptedException {
    long initialPointers = 0;
    long initialMemory = 0;
    try (Training training = training()) {
      for (int i = 0; i < steps; i++) {
        training.step(i);
        if (i == 99) {
          initialPointers = stableObjectCount();
          initialMemory = Pointer.physicalBytes();
        }
        if ((i + 1) % Math.max(100, steps / 10) == 0) {
          reporter.publishEntry(
              (i + 1) + " steps",
              Pointer.physicalBytes() / MEGABYTE
                  + " MB resident, "
                  + Pointer.totalCount()
                  + " native objects");
        }
      }
      assertThat(stableObjectCount()).isEqualTo(initialPointers);
      assertThat(Pointer.physicalBytes() - initialMemory).isLessThan(MAX_GROWTH);
    }
  }
}
