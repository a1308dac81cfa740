// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleEncoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports an encoder of each architecture, and searches an index of its vectors. */
class ImportedEncoderTest extends CommandTest {
  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void importsIndexesAndSearches(SampleEncoder sample) throws IOException {
    Path model = folder.resolve("model");
    Path documents = folder.resolve("documents.jsonl");
    Path index = folder.resolve("index");
    Files.writeString(
        documents,
        """
        {"id": "city", "text": "What is the largest city in Poland?"}
        {"id": "team", "text": "Welche Mannschaft gewann das Spiel?"}
        {"id": "points", "text": "How many points did the Panthers lose?"}
        """);
    assertThat(isogloss("model", "import", sample.copyInto(folder), "--to", model))
        .as(err())
        .isZero();
    assertThat(isogloss("index", documents, "--index", index, "--model", model)).as(err()).isZero();
    assertThat(
            isogloss(
                "search",
                "Welche Mannschaft gewann das Spiel?",
                "--index",
                index,
                "--pipeline",
                "dense",
                "--json"))
        .as(err())
        .isZero();
    assertThat(out()).contains("\"team\"");
  }
}
