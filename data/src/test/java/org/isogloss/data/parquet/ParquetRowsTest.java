// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.Assertions;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.ByteMutations;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files that pyarrow wrote: see {@code make.py} among the resources. */
class ParquetRowsTest {
  private static final Language DE = Language.of("de");

  @TempDir Path folder;

  private Path file(String name) throws IOException {
    try (InputStream in = ParquetRowsTest.class.getResourceAsStream(name)) {
      return Files.write(folder.resolve(name), in.readAllBytes());
    }
  }

  private static List<ObjectNode> rows(Path file) {
    return new Records<>(new ParquetRows<>(file, row -> row), OnError.FAIL).toList();
  }

  private static List<Document> documents(Path file) {
    return Documents.read(file, DE, OnError.FAIL).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none-1-dictionary",
        "none-1-plain",
        "none-2-dictionary",
        "none-2-plain",
        "snappy-1-dictionary",
        "snappy-1-plain",
        "snappy-2-dictionary",
        "snappy-2-plain",
        "gzip-1-dictionary",
        "gzip-1-plain",
        "gzip-2-dictionary",
        "gzip-2-plain",
        "zstd-1-dictionary",
        "zstd-1-plain",
        "zstd-2-dictionary",
        "zstd-2-plain",
        "delta"
      })
  void readsEveryCompressionAndEncoding(String name) throws IOException {
    assertThat(rows(file(name + ".parquet")))
        .extracting(ObjectNode::toString)
        .containsExactly(
            "{\"id\":\"d0\",\"title\":\"Rhein\",\"text\":\"Der Rhein ist lang.\",\"year\":2020,"
                + "\"tags\":[\"a\",\"b\"]}",
            "{\"id\":\"d1\",\"title\":\"Donau\",\"text\":\"Die Donau ist länger.\",\"year\":null,"
                + "\"tags\":[]}",
            "{\"id\":\"d2\",\"title\":null,\"text\":\"石油工业\",\"year\":2022,\"tags\":null}",
            "{\"id\":\"d3\",\"title\":\"Elbe\",\"text\":\""
                + "Elbe ".repeat(30)
                + "\",\"year\":2023,\"tags\":[\"c\"]}",
            "{\"id\":\"d4\",\"title\":\"Oder\",\"text\":\"Oder\",\"year\":2024,\"tags\":[\"d\"]}",
            "{\"id\":\"d5\",\"title\":\"Main\",\"text\":\"Main\",\"year\":-5,"
                + "\"tags\":[\"e\",null]}");
  }

  @Test
  void readsQueries() throws IOException {
    assertThat(Queries.read(file("types.parquet"), DE, OnError.FAIL).toList())
        .containsExactly(new Query("1", DE, "one"), new Query("2", DE, "two"));
  }

  @Test
  void convertsAllTypes() throws IOException {
    assertThat(rows(file("types.parquet")))
        .extracting(ObjectNode::toString)
        .containsExactly(
            "{\"id\":\"1\",\"text\":\"one\",\"big\":\"large\",\"number\":1099511627776,"
                + "\"unsigned\":4294967295,\"price\":1.5,\"single\":0.1,\"checked\":true,"
                + "\"cost\":1.20,\"date\":\"2024-05-31\",\"at\":\"2024-05-31T12:00:00Z\","
                + "\"local\":\"2024-05-31T12:30\",\"people\":[{\"name\":\"Ada\",\"places\":[\"x\","
                + "\"y\"]},{\"name\":\"Bo\",\"places\":[]}],\"props\":{\"k\":\"v\",\"l\":null},"
                + "\"nested\":{\"a\":{\"b\":1}},\"image\":null}",
            "{\"id\":\"2\",\"text\":\"two\",\"big\":null,\"number\":null,\"unsigned\":0,"
                + "\"price\":null,\"single\":null,\"checked\":null,\"cost\":null,\"date\":null,"
                + "\"at\":null,\"local\":null,\"people\":[],\"props\":null,\"nested\":{\"a\":null},"
                + "\"image\":null}");
  }

  @Test
  void readsDocumentsWithFields() throws IOException {
    Path file = file("types.parquet");
    Path unnamed = Files.copy(file, folder.resolve("data"));
    assertThat(DataFormat.detect(unnamed)).isEqualTo(DataFormat.PARQUET);
    Document first = documents(unnamed).getFirst();
    assertThat(first.id()).isEqualTo("1");
    assertThat(first.text()).isEqualTo("one");
    assertThat(first.metadata().find("people.name")).contains(MetadataValue.of("Ada", "Bo"));
    assertThat(first.metadata().find("props.k")).contains(MetadataValue.of("v"));
    assertThat(first.metadata().fields()).doesNotContainKeys("image", "embedding");
    FieldNames names = FieldNames.DOCUMENTS.withId("number").withRequiredText("nested.c");
    Records<Document> others =
        Documents.read(
            file,
            DocumentOptions.DEFAULT
                .withNames(names)
                .withDefaultLanguage(DE)
                .withOnError(OnError.SKIP));
    assertThat(others.toList()).isEmpty();
    assertThat(others.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            one -> assertThat(one).startsWith(file + ": row 1: has no \"nested.c\""),
            two -> assertThat(two).startsWith(file + ": row 2: \"number\" is null"));
    assertThat(DataSummary.of(file).records()).isEqualTo(2);
  }

  @Test
  void readsTheFilesOfAFolder() throws IOException {
    file("none-1-plain.parquet");
    Files.writeString(folder.resolve("README.md"), "# A dataset");
    assertThat(documents(folder)).hasSize(6);
  }

  @Test
  void readsRowsOfSquad() throws IOException {
    Path file = file("squad.de.parquet");
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.SQUAD);
    assertThat(documents(file)).extracting(Document::id).containsExactly("de/0-0", "de/1-0");
    assertThat(Queries.read(file, DE, OnError.FAIL).toList()).hasSize(3);
  }

  @Test
  void namesWhatIsNotSupported() throws IOException {
    Path lz4 = file("lz4.parquet");
    assertThatThrownBy(() -> documents(lz4))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("compressed with LZ4")
        .hasMessageContaining("expected Zstandard, Snappy, gzip or no compression");
    Path encrypted = Files.writeString(folder.resolve("secret"), "PARE and more bytes PARE");
    assertThatThrownBy(() -> documents(encrypted)).hasMessageContaining("it is encrypted");
  }

  @Test
  void reportsATruncatedFile() throws IOException {
    byte[] whole = Files.readAllBytes(file("snappy-1-plain.parquet"));
    for (int length = 5; length < whole.length; length += 97) {
      Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
      for (OnError onError : OnError.values()) {
        assertThatThrownBy(() -> Documents.read(cut, DE, onError).toList())
            .isInstanceOf(FormatException.class)
            .hasMessageStartingWith(cut + ": the Parquet file is truncated")
            .hasMessageContaining("get a complete copy");
      }
    }
  }

  @ParameterizedTest
  @Timeout(120)
  @ValueSource(strings = {"snappy-1-dictionary", "zstd-2-plain", "gzip-1-plain", "delta", "types"})
  void damageCostsBoundedTimeAndMemory(String name) throws IOException {
    byte[] whole = Files.readAllBytes(file(name + ".parquet"));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 1000; round++) {
      Path damaged = Files.write(folder.resolve("damaged"), ByteMutations.mutate(whole, random));
      if (!ParquetRows.isParquet(damaged)) {
        continue;
      }
      try (Records<Document> records = Documents.read(damaged, DE, OnError.SKIP)) {
        records.forEachRemaining(one -> assertThat(one).isNotNull());
      } catch (FormatException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith(damaged.toString());
      } catch (RuntimeException | Error e) {
        Assertions.fail("seed " + seed + ", round " + round, e);
      }
    }
  }

  @Test
  void detectsDamageByChecksums() throws IOException {
    byte[] bytes = Files.readAllBytes(file("none-1-plain.parquet"));
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("Donau ist");
    bytes[at] = 'L';
    Path damaged = Files.write(folder.resolve("damaged"), bytes);
    assertThatThrownBy(() -> documents(damaged))
        .hasMessageContaining("the checksum of a page does not match its content");
  }

  @Test
  void namesParquetInAPipeOrACompressedFile() throws IOException {
    Path file = file("types.parquet");
    Path zipped = folder.resolve("types.parquet.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(file, out);
    }
    assertThatThrownBy(() -> documents(zipped))
        .hasMessageContaining("is Parquet in a compressed file: decompress it");
  }
}
