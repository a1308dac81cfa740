// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares multilingual BERT with the results of another program: the system property {@code
 * isogloss.shared} names the folder with {@code reference/mbert-reference.json}, {@code
 * isogloss.mbert} the folder of the model.
 */
@Tag("slow")
class MultilingualBertTest {
  private static final int MAX_LENGTH = 512;

  @Test
  void tokenizesTextsAndPairsLikeReference() throws IOException {
    String shared = System.getProperty("isogloss.shared");
    String mbert = System.getProperty("isogloss.mbert");
    assumeTrue(shared != null && mbert != null, "isogloss.shared or isogloss.mbert is not set");
    Path file = Path.of(shared, "reference", "mbert-reference.json");
    JsonNode cases = JsonFile.MAPPER.readTree(file.toFile());
    try (ModelFolder model = ModelFolder.open(Path.of(mbert))) {
      Tokenizer tokenizer = model.tokenizer();
      for (JsonNode example : cases) {
        String first = example.get("a").asText();
        Encoding encoding =
            example.get("b").isNull()
                ? tokenizer.encode(first, MAX_LENGTH)
                : tokenizer.encode(first, example.get("b").asText(), MAX_LENGTH);
        assertThat(encoding.ids()).as(first).isEqualTo(numbers(example.get("input_ids")));
        assertThat(encoding.typeIds()).as(first).isEqualTo(numbers(example.get("token_type_ids")));
      }
    }
    assertThat(cases).isNotEmpty();
  }

  private static int[] numbers(JsonNode array) {
    return JsonFile.MAPPER.convertValue(array, int[].class);
  }
}
