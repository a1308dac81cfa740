// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelSimilaritiesCommandTest extends CommandTest {
  private static final String QUERY = "the river";
  private static final String DOCUMENT = "a house by the sea";

  private Path model;

  @BeforeEach
  void copyModel() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    model = SampleTransformer.BERT_ENCODER.copyInto(folder);
  }

  private int similarities(Object... models) {
    Object[] arguments =
        Stream.concat(
                Stream.of("model", "similarities", "--query", QUERY, "--document", DOCUMENT),
                Stream.of(models))
            .toArray();
    return isogloss(arguments);
  }

  @Test
  void printsTheCosinesOfTheDocumentAndOfEachToken() {
    assertThat(similarities(model)).as(err()).isZero();
    List<String> lines = out().lines().toList();
    assertThat(lines.getFirst()).endsWith(model.getFileName().toString());
    assertThat(lines).hasSizeGreaterThan(6);
    String document = lines.get(1);
    assertThat(document).startsWith("the whole document ");
    double printed = Double.parseDouble(document.substring(document.lastIndexOf(' ') + 1));
    try (ModelFolder opened = ModelFolder.open(model);
        Encoder encoder =
            Encoders.open(opened, InferenceOptions.defaults().withPrecision(Precision.FP32))) {
      float[] query = encoder.encode(List.of(QUERY), Role.QUERY)[0];
      float[] passage = encoder.encode(List.of(DOCUMENT), Role.PASSAGE)[0];
      double cosine =
          IntStream.range(0, query.length).mapToDouble(i -> query[i] * passage[i]).sum();
      assertThat(printed)
          .as("the cosine of ONNX Runtime's vectors")
          .isCloseTo(cosine, within(2e-4));
    }
  }

  @Test
  void printsAColumnForEachModelOfTheSameVocabulary() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path second = SampleTransformer.BERT_ENCODER.copyInto(other);
    assertThat(similarities(model, second, "--tokens", 4)).as(err()).isZero();
    assertThat(out().lines()).hasSize(1 + 1 + 4);
    assertThat(out().lines().skip(1).toList())
        .as("equal models have equal cosines")
        .allSatisfy(
            line -> {
              String[] cells = line.strip().split(" {2,}");
              assertThat(cells[1]).isEqualTo(cells[2]);
            });
  }

  @Test
  void rejectsModelsThatReadOtherTokens() throws IOException {
    Path other =
        SampleTransformer.XLMR_ENCODER.copyInto(Files.createDirectory(folder.resolve("x")));
    assertThat(similarities(model, other)).isNotZero();
    assertThat(err()).contains("splits the document into other tokens than " + model);
    assertThat(similarities("tiny")).isNotZero();
    assertThat(err()).contains("tiny");
  }
}
