// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.TrainingLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trains an encoder on a collection by {@code recipes/retrieval.yaml}, as the guide says. */
class RetrievalTrainingTest extends CommandTest {
  private static final int DOCUMENTS = 60;

  private Path collection;
  private Path base;

  /**
   * A document has letters in a random order; its query has the same letters in another alphabet.
   */
  @BeforeEach
  void write() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    base = SampleTransformer.BERT_ENCODER.copyInto(folder);
    collection = Files.createDirectory(folder.resolve("collection"));
    Random random = new Random(2);
    List<String> documents = new ArrayList<>();
    List<String> queries = new ArrayList<>();
    List<String> judgements = new ArrayList<>();
    String latin = "abcdefghiklm";
    String greek = "αβγδεηθικλμν";
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder text = new StringBuilder();
      StringBuilder query = new StringBuilder();
      for (int word = 0; word < 3; word++) {
        int letter = random.nextInt(latin.length());
        text.append(latin.charAt(letter)).append(' ');
        query.append(greek.charAt(letter)).append(' ');
      }
      documents.add("{\"id\": \"d%d\", \"text\": \"%s\"}".formatted(i, text.toString().strip()));
      queries.add("{\"id\": \"q%d\", \"text\": \"%s\"}".formatted(i, query.toString().strip()));
      judgements.add("q%d 0 d%d 1".formatted(i, i));
    }
    Files.write(collection.resolve("documents.jsonl"), documents);
    Files.write(collection.resolve("queries.jsonl"), queries);
    Files.write(collection.resolve("qrels.txt"), judgements);
  }

  @Test
  void learnsToFindTheRelevantDocuments() throws IOException {
    Path qrels = folder.resolve("qrels.txt");
    assertThat(
            isogloss(
                "collection",
                "negatives",
                collection,
                "--model",
                base,
                "--to",
                qrels,
                "--negatives",
                4,
                "--candidates",
                8))
        .as(err())
        .isZero();
    assertThat(Files.readAllLines(qrels)).hasSizeGreaterThan(2 * DOCUMENTS);
    Path trained = folder.resolve("trained");
    assertThat(
            isogloss(
                "train",
                Path.of("..", "recipes", "retrieval.yaml"),
                "--data",
                collection,
                "--define",
                "base=" + base,
                "--define",
                "qrels=" + qrels,
                "--to",
                trained,
                "--threads",
                1,
                "--set",
                "compute.bf16=false",
                "--set",
                "model.max-length=96",
                "--set",
                "optimizer.learning-rate=1e-2",
                "--set",
                "training.steps=120",
                "--set",
                "training.validate-every=40"))
        .as(err())
        .isZero();
    List<Double> validations =
        List.copyOf(
            TrainingLog.read(folder.resolve("trained.work/training.jsonl")).scores().values());
    assertThat(validations).hasSize(4);
    assertThat(validations.getFirst()).as("before the first step").isBetween(0.1, 0.6);
    assertThat(validations.stream().mapToDouble(Double::doubleValue).max().orElseThrow())
        .as("mean reciprocal rank of the held-out queries")
        .isGreaterThan(validations.getFirst() + 0.2);
    try (ModelFolder written = ModelFolder.open(trained)) {
      assertThat(written.manifest().provenance().sources())
          .extracting(source -> source.name())
          .anyMatch(name -> name.contains("qrels.txt"));
    }
    Path mean = folder.resolve("mean");
    assertThat(isogloss("model", "average", trained, base, "--to", mean)).as(err()).isZero();
  }
}
