// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CollectionNegativesCommandTest extends CommandTest {
  private Path collection;

  @BeforeEach
  void write() throws IOException {
    collection = Files.createDirectory(folder.resolve("collection"));
    Files.writeString(
        collection.resolve("documents.jsonl"),
        """
        {"id": "a cat", "language": "en", "title": "Cat", "text": "A cat sleeps on the sofa."}
        {"id": "katze", "language": "de", "text": "Die Katze schläft auf dem Sofa."}
        {"id": "dog", "language": "en", "text": "A dog sleeps on the floor."}
        {"id": "law", "language": "en", "text": "The parliament voted on the new budget law."}
        {"id": "rain", "language": "en", "text": "Heavy rain is expected in the north tomorrow."}
        """);
    Files.writeString(
        collection.resolve("queries.jsonl"),
        """
        {"id": "q1", "language": "en", "text": "a cat sleeps on a sofa"}
        {"id": "q2", "language": "en", "text": "who voted on the law of the budget?"}
        {"id": "q3", "language": "en", "text": "a question without judgement"}
        """);
    Files.writeString(collection.resolve("qrels.txt"), "q1 0 a%20cat 1\nq2 0 law 2\nq2 0 rain 0\n");
  }

  private int negatives(Object... options) {
    return isogloss(
        Stream.concat(
                Stream.of("collection", "negatives", collection, "--model", "tiny"),
                Stream.of(options))
            .toArray());
  }

  @Test
  void writesJudgementsAndNegatives() throws IOException {
    Path to = folder.resolve("qrels.txt");
    assertThat(negatives("--to", to, "--negatives", 2, "--candidates", 2)).as(err()).isZero();
    List<String> lines = Files.readAllLines(to);
    assertThat(lines).startsWith("q1 0 a%20cat 1", "q2 0 law 2", "q2 0 rain 0");
    // The translation is next to the relevant document, then the other animal; "rain" is judged.
    assertThat(lines.subList(3, 5)).containsExactly("q1 0 katze 0", "q1 0 dog 0");
    assertThat(lines.subList(5, lines.size()))
        .hasSize(2)
        .allMatch(line -> line.startsWith("q2 0 ") && line.endsWith(" 0"))
        .doesNotContain("q2 0 rain 0", "q2 0 law 0");
    assertThat(err()).contains("4 negatives of 2 queries, none of 1");
  }

  @Test
  void aMarginLeavesOutWhatIsAlmostAsSimilar() throws IOException {
    Path to = folder.resolve("qrels.txt");
    assertThat(negatives("--to", to, "--margin", "1.9")).as(err()).isZero();
    assertThat(Files.readAllLines(to)).hasSize(3);
    assertThat(err()).contains("0 negatives of 0 queries, none of 3");
  }

  @Test
  void rejectsACollectionWhoseRelevantDocumentsCouldBecomeNegatives() throws IOException {
    Path to = folder.resolve("out.txt");
    Path qrels = collection.resolve("qrels.txt");
    Files.writeString(qrels, "q1 0 cat 1\n");
    assertThat(negatives("--to", to)).isOne();
    assertThat(err())
        .contains(qrels + ": judges document cat for query q1, but documents.jsonl has no such");
    Files.writeString(qrels, "q9 0 dog 1\n");
    assertThat(negatives("--to", to)).isOne();
    assertThat(err()).contains("for query q9, but queries.jsonl has no such query");
    Files.writeString(qrels, "q1 0 dog 1\n");
    Path documents = collection.resolve("documents.jsonl");
    Files.writeString(
        documents, Files.readString(documents) + "{\"id\": \"dog\", \"text\": \"A dog.\"}\n");
    assertThat(negatives("--to", to)).isOne();
    assertThat(err()).contains(documents + ": two documents have the id dog");
    assertThat(to).doesNotExist();
  }

  @Test
  void rejectsInvalidOptions() {
    Path to = folder.resolve("qrels.txt");
    assertThat(negatives("--to", to, "--negatives", 0)).isOne();
    assertThat(err()).contains("--negatives is 0");
    assertThat(negatives("--to", to, "--candidates", 3)).isOne();
    assertThat(err()).contains("--candidates is 3, expected --negatives or more, 8");
    assertThat(negatives("--to", to, "--margin", -1)).isOne();
    assertThat(err()).contains("--margin is -1.0");
    collection = folder.resolve("none");
    assertThat(negatives("--to", to)).isOne();
    assertThat(err()).contains("none");
    assertThat(to).doesNotExist();
  }
}
