// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.json.JsonFile;
import org.isogloss.search.manifest.VectorQuantization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest extends CommandTest {
  @Test
  void printsTheCostOfEveryIndexByTheShippedRates() {
    assertThat(isogloss("plan", "--documents", "1000000", "--length", "300")).isZero();
    assertThat(out())
        .contains("1,000,000 documents, 2,000,000 passages of 150 words")
        .contains("compact on ")
        .containsPattern("(?m)^passages +float ")
        .containsPattern("(?m)^sentences +4-bit ")
        .containsPattern("(?m)^tokens +1-bit ");
  }

  @Test
  void shippedRatesAreThoseOfThePlan() throws IOException {
    assertThat(
            isogloss("plan", "--documents", "1000", "--length", "100", "--model", "tiny", "--json"))
        .isZero();
    JsonNode plan = JsonFile.MAPPER.readTree(out());
    IndexRates rates = ShippedRates.of("tiny");
    JsonNode first = plan.required("indexes").required(0);
    assertThat(first.required("stored").asText()).isEqualTo("passages");
    assertThat(first.required("quantization").asText()).isEqualTo("none");
    double text = rates.textBytes() * 100 / rates.words();
    assertThat(first.required("disk_bytes").asLong())
        .isEqualTo(Math.round(1000 * (text + rates.graphBytes(VectorQuantization.NONE))));
    assertThat(plan.required("indexes")).hasSize(6);
  }

  @Test
  void measuresACollection() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      lines
          .append("{\"id\": \"d")
          .append(i)
          .append("\", \"language\": \"en\", \"text\": \"The cat ");
      lines.append(i).append(" sleeps on the mat. The dog ").append(i).append(" barks.\"}\n");
    }
    Path collection = Files.writeString(folder.resolve("cats.jsonl"), lines);
    assertThat(
            isogloss(
                "plan",
                "--documents",
                "2000",
                "--length",
                "10",
                "--model",
                "tiny",
                "--measure",
                collection,
                "--sample",
                "120",
                "--json"))
        .isZero();
    JsonNode rates = JsonFile.MAPPER.readTree(out()).required("rates");
    assertThat(rates.required("passages").asInt()).isEqualTo(120);
    assertThat(rates.required("words").asDouble()).isEqualTo(11);
    assertThat(rates.required("dimension").asInt()).isEqualTo(256);
    JsonNode bytes = rates.required("vector_bytes");
    // Beside the vector, a part of the sample of texts that an index keeps, however small it is.
    assertThat(bytes.required("none").asDouble()).isBetween(1024.0, 1500.0);
    double quantized = 1024 + 256 / 8;
    assertThat(bytes.required("1-bit").asDouble()).isBetween(quantized, quantized + 500);
    assertThat(bytes.required("4-bit").asDouble())
        .isBetween(
            bytes.required("1-bit").asDouble() + 90, bytes.required("1-bit").asDouble() + 102);
    assertThat(rates.required("stored_bytes").required("sentences").asDouble())
        .isGreaterThan(2 * 256);
    assertThat(err()).contains("Measuring: 4-bit");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--documents 0 --length 10 | --documents is 0, expected 1 or more",
        "--documents 10 --length 0 | --length is 0, expected 1 or more",
        "--documents 10 --length 10 --passages-per-document 0.5 | is 0.5, expected 1 or more",
        "--documents 10 --length 10 --replicas 0 | --replicas is 0",
        "--documents 10 --length 10 --model other | only of [compact, tiny]; measure them"
            + " (--measure COLLECTION)",
      })
  void reportsInvalidValues(String options, String message) {
    Object[] words = ("plan " + options).split(" ");
    assertThat(isogloss(words)).isEqualTo(1);
    assertThat(err()).contains(message);
  }
}
