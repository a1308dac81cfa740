// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.search.Indexer;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.writer.SplittingEncoder;
import org.isogloss.spark.LocalSpark;
import org.isogloss.spark.SparkCommandTest;
import org.isogloss.spark.TestDocuments;
import org.isogloss.spark.job.JobFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodeJobTest extends SparkCommandTest {
  private static final int DOCUMENTS = 90;

  @TempDir Path folder;
  private Path file;
  private Path output;

  @BeforeEach
  void writeDocuments() {
    file = TestDocuments.write(folder.resolve("documents.jsonl"), TestDocuments.of(DOCUMENTS));
    output = folder.resolve("passages");
  }

  private int encode(Object input, Path to, String... options) {
    Object[] args =
        Stream.concat(Stream.of("encode", input, "--to", to, "--model", "tiny"), Stream.of(options))
            .toArray();
    return spark(args);
  }

  private static List<Row> rows(Path passages) {
    JobFolder complete =
        JobFolder.openComplete(
            LocalSpark.session().sparkContext().hadoopConfiguration(),
            passages.toString(),
            "encode");
    return PassageRows.read(LocalSpark.session(), complete).collectAsList().stream()
        .sorted(
            Comparator.comparingInt((Row row) -> Integer.parseInt(row.getString(0).substring(1)))
                .thenComparingInt(row -> row.getInt(1)))
        .toList();
  }

  @Test
  void computesTheSamePassagesAndVectorsAsALocalIndex() {
    assertThat(encode(file, output, "--sentences", "--partitions", "4"))
        .describedAs(err())
        .isZero();
    List<EncodedPassage> expected;
    try (LoadedModel model = Models.open("tiny")) {
      expected =
          SplittingEncoder.of(
                  Indexer.at(folder.resolve("index"))
                      .encoder(model.name(), model.encoder())
                      .vectors(new VectorOptions(/* calibrated= */ false, /* sentences= */ true))
                      .newManifest(),
                  Optional.of(model.encoder()),
                  Optional.empty())
              .encode(TestDocuments.of(DOCUMENTS))
              .stream()
              .flatMap(List::stream)
              .toList();
    }
    assertThat(rows(output).stream().map(PassageRows::passage).toList())
        .usingRecursiveComparison()
        .isEqualTo(expected);
    assertThat(expected).anyMatch(passage -> passage.sentenceVectors().isPresent());
    assertThat(err()).contains("encoded 90 documents, " + expected.size() + " passages");
  }

  @Test
  void readsParquetWithTheSameFields() {
    Path parquet = folder.resolve("documents.parquet");
    LocalSpark.session().read().json(file.toString()).write().parquet(parquet.toString());
    Path fromParquet = folder.resolve("from-parquet");
    assertThat(encode(parquet, fromParquet)).describedAs(err()).isZero();
    assertThat(encode(file, output)).isZero();
    List<Row> found = rows(fromParquet);
    List<Row> expected = rows(output);
    assertThat(found.stream().map(PassageRows::passage).toList())
        .usingRecursiveComparison()
        .isEqualTo(expected.stream().map(PassageRows::passage).toList());
    assertThat(found.stream().map(PassageRows::document).toList())
        .isEqualTo(expected.stream().map(PassageRows::document).toList());
  }

  @Test
  void readsColumnsThatOnlySomeFilesHave() throws IOException {
    Path parquet = folder.resolve("documents");
    for (String line :
        List.of(
            "{\"id\": \"d0\", \"text\": \"The cat sleeps.\"}",
            "{\"id\": \"d1\", \"text\": \"Die Katze\", \"language\": \"de\"}")) {
      Path json = Files.writeString(folder.resolve("line.json"), line);
      LocalSpark.session()
          .read()
          .json(json.toString())
          .coalesce(1)
          .write()
          .mode("append")
          .parquet(parquet.toString());
    }
    assertThat(encode(parquet, output)).describedAs(err()).isZero();
    assertThat(rows(output).stream().map(PassageRows::document))
        .extracting(document -> document.language().tag())
        .contains("de");
  }

  @Test
  void continuesWithTheMissingPartitions() throws IOException {
    encode(file, output, "--partitions", "4");
    List<Row> expected = rows(output);
    Map<String, FileTime> before = parts();
    assertThat(before).hasSizeBetween(4, 5);
    Files.delete(output.resolve("part-00002.parquet"));
    Files.delete(output.resolve("_SUCCESS"));
    assertThat(encode(file, output, "--partitions", "4")).isZero();
    assertThat(rows(output)).isEqualTo(expected);
    Map<String, FileTime> after = parts();
    after.put("part-00002.parquet", before.get("part-00002.parquet"));
    assertThat(after).isEqualTo(before);
  }

  private Map<String, FileTime> parts() throws IOException {
    Map<String, FileTime> parts = new TreeMap<>();
    try (Stream<Path> files = Files.list(output)) {
      for (Path part : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        parts.put(part.getFileName().toString(), Files.getLastModifiedTime(part));
      }
    }
    return parts;
  }

  @Test
  void rejectsTheOutputOfAJobWithOtherOptionsOrInput() {
    encode(file, output, "--partitions", "4");
    assertThat(encode(file, output, "--partitions", "3")).isEqualTo(1);
    assertThat(err())
        .contains("contains the output of another job: partitions is 4, expected 3. Delete");
    TestDocuments.write(file, TestDocuments.of(DOCUMENTS + 1));
    assertThat(encode(file, output, "--partitions", "4")).isEqualTo(1);
    assertThat(err()).contains("another job: input is");
    assertThat(spark("encode", file, "--to", output, "--model", "none", "--partitions", "4"))
        .isEqualTo(1);
    assertThat(err()).contains("model is tiny ", "expected none");
  }

  @Test
  void rejectsAFolderWithOtherFiles() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("notes.txt"), "mine");
    assertThat(encode(file, output)).isEqualTo(1);
    assertThat(err()).contains("contains other files, expected an empty or a new folder");
  }

  @Test
  void stopsAtAMalformedRecordOrSkipsIt() throws IOException {
    Files.writeString(
        file,
        """
        {"id": "d0", "text": "The first text."}

        {"id": "d1", "contents": "The second text.", "lang": "en"}
        {"id": "d2"}
        """);
    assertThat(encode(file, output)).isEqualTo(1);
    assertThat(err()).contains("documents.jsonl, record 4 of the part that begins at byte 0: ");
    assertThat(encode(file, folder.resolve("skipped"), "--on-error", "skip")).isZero();
    assertThat(err()).contains("encoded 2 documents, 2 passages", "1 records malformed");
    assertThat(rows(folder.resolve("skipped")).stream().map(PassageRows::document))
        .containsExactly(
            new Document("d0", Language.of("en"), "", ""),
            new Document("d1", Language.of("en"), "", ""));
  }

  @Test
  void rejectsAMissingInput() {
    assertThat(encode(folder.resolve("missing"), output)).isEqualTo(1);
    assertThat(err()).contains("missing: no such file or folder");
    assertThat(output).doesNotExist();
  }

  @Test
  void countsTheTextsOfEachLanguage() throws IOException {
    Files.writeString(
        file,
        """
        {"id": "d0", "text": "One two three. \\uD83D\\uDE00", "language": "en"}
        {"id": "d1", "text": "Eins zwei.", "language": "de", "title": "Zahlen"}
        {"id": "d2", "text": "Drei.", "language": "de"}
        """);
    encode(file, output);
    assertThat(StatisticsJob.run(LocalSpark.session(), output.toString()))
        .containsExactly(
            Map.entry("de", new StatisticsJob.Counts(2, 2, 15, 3)),
            Map.entry("en", new StatisticsJob.Counts(1, 1, 16, 3)));
    assertThat(spark("statistics", output)).isZero();
    assertThat(out()).contains("\"passages\" : 2");
  }
}
