// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextClassifierTest {
  @TempDir private Path scratch;

  private TextClassifier open(SampleTransformer sample, Precision precision) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      return TextClassifier.open(model, new InferenceOptions(2, precision));
    }
  }

  @Test
  void agreesWithPyTorch() {
    Golden golden = SampleTransformer.BERT_CLASSIFIER.golden();
    try (TextClassifier classifier = open(SampleTransformer.BERT_CLASSIFIER, Precision.FP32)) {
      assertThat(classifier.labels()).hasSize(2);
      List<TextInput> pairs =
          Arrays.stream(golden.pairs()).map(pair -> TextInput.of(pair[0], pair[1])).toList();
      List<double[]> probabilities = classifier.probabilities(pairs);
      List<String> classes = classifier.classify(pairs);
      for (int i = 0; i < pairs.size(); i++) {
        float[] logits = golden.logits()[golden.texts().size() + i];
        double expected = 1 / (1 + Math.exp((double) logits[0] - logits[1]));
        assertThat(probabilities.get(i)[1]).isCloseTo(expected, within(1e-5));
        assertThat(probabilities.get(i)[0]).isCloseTo(1 - expected, within(1e-5));
        assertThat(classes.get(i)).isEqualTo(classifier.labels().get(expected > 0.5 ? 1 : 0));
      }
      List<double[]> single =
          classifier.probabilities(golden.texts().stream().map(TextInput::of).toList());
      for (int i = 0; i < single.size(); i++) {
        float[] logits = golden.logits()[i];
        assertThat(single.get(i)[1])
            .isCloseTo(1 / (1 + Math.exp((double) logits[0] - logits[1])), within(1e-5));
      }
    }
  }

  @Test
  void oneOutputIsAProbability() {
    Golden golden = SampleTransformer.XLMR_CLASSIFIER.golden();
    try (TextClassifier classifier = open(SampleTransformer.XLMR_CLASSIFIER, Precision.FP32)) {
      double[] probabilities =
          classifier.probabilities(List.of(TextInput.of(golden.texts().getFirst()))).getFirst();
      assertThat(probabilities).hasSize(1);
      assertThat(probabilities[0])
          .isCloseTo(1 / (1 + Math.exp(-golden.logits()[0][0])), within(1e-5));
    }
  }

  @Test
  void resultDoesNotDependOnOtherTexts() {
    try (TextClassifier classifier = open(SampleTransformer.BERT_CLASSIFIER, Precision.INT8)) {
      List<TextInput> inputs =
          List.of(
              TextInput.of("a cat", "a dog"),
              TextInput.of("the house"),
              TextInput.of("the cat sleeps on the mat ".repeat(40), "it sleeps"));
      List<double[]> together = classifier.probabilities(inputs);
      for (int i = 0; i < inputs.size(); i++) {
        assertThat(classifier.probabilities(List.of(inputs.get(i))).getFirst())
            .isEqualTo(together.get(i));
      }
      assertThat(classifier.probabilities(List.of())).isEmpty();
    }
  }
}
