// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a small trained model of this format and compares its scores with those of PyTorch, which
 * {@code performance/peers/bicla_golden.py} computed.
 */
class TrainedBiclaTest {
  @TempDir private Path folder;

  @BeforeEach
  void copyModel() throws IOException {
    for (String file : List.of("config.json", "isogloss.json", "model.safetensors")) {
      try (InputStream in = TrainedBiclaTest.class.getResourceAsStream("trained/" + file)) {
        Files.copy(in, folder.resolve(file));
      }
    }
  }

  @Test
  void scoresAsPyTorch() throws IOException {
    BiclaFiles files = BiclaFiles.read(folder);
    BiclaModel model = new BiclaModel(files.architecture(), files.parameters());
    JsonNode golden;
    try (InputStream in = TrainedBiclaTest.class.getResourceAsStream("trained/scores.json")) {
      golden = new ObjectMapper().readTree(in);
    }
    WordTable first = words(files, golden.path("first").asText());
    WordTable second = words(files, golden.path("second").asText());
    assertThat(golden.path("pairs")).hasSize(40);
    for (JsonNode pair : golden.path("pairs")) {
      EncodedSentence a =
          model.encode(new WordSequence(first, rows(pair.path("first"))), Side.FIRST);
      EncodedSentence b =
          model.encode(new WordSequence(second, rows(pair.path("second"))), Side.SECOND);
      assertThat(Math.tanh(model.asFirst(a).logits(model.asSecond(List.of(b)))[0]))
          .as("%s", pair)
          .isCloseTo(pair.path("score").asDouble(), within(1e-5));
    }
  }

  private static WordTable words(BiclaFiles files, String code) {
    return files.words().stream()
        .filter(table -> table.language().code().equals(code))
        .findFirst()
        .orElseThrow();
  }

  private static int[] rows(JsonNode numbers) {
    return StreamSupport.stream(numbers.spliterator(), false).mapToInt(JsonNode::asInt).toArray();
  }
}
