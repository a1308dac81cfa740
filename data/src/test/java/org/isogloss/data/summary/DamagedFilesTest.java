// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.ByteMutations;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.LanguageLabels;
import org.isogloss.data.collection.TsvDocuments;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.trec.Judgements;
import org.isogloss.data.trec.TrecDocuments;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.data.trec.TrecTopics;
import org.isogloss.data.vector.FastTextVectors;
import org.isogloss.data.vector.NpyMatrix;
import org.isogloss.data.vector.NpyWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads files of every format with flipped bits, truncations and insertions. The result is records,
 * or an error with a message for the user. In a format with one record per line, every line is a
 * record or is counted as skipped.
 */
@Timeout(300)
class DamagedFilesTest {
  private static final int LINES = 30;

  @TempDir Path folder;

  @FunctionalInterface
  private interface Reader {
    Records<?> read(Path file, OnError onError);
  }

  /**
   * A format under test.
   *
   * @param header number of lines before the records; -1 if records are not lines
   */
  private record Format(String name, String text, int header, Reader reader) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String lines(String first, String template) {
    StringBuilder text = new StringBuilder(first);
    for (int i = 0; i < LINES; i++) {
      text.append(template.replace("%d", Integer.toString(i)));
    }
    return text.toString();
  }

  static Stream<Format> formats() {
    Language en = Language.of("en");
    return Stream.of(
        new Format(
            "docs.jsonl",
            lines("", "{\"id\": \"d%d\", \"language\": \"de\", \"text\": \"schön %d 語\"}\n"),
            0,
            JsonlDocuments::read),
        new Format(
            "queries.jsonl",
            lines("", "{\"id\": \"q%d\", \"text\": \"schön %d\"}\n"),
            -1,
            (file, onError) -> Queries.read(file, DataFormat.JSONL, en, onError)),
        new Format("docs.tsv", lines("", "d%d\tschön %d\n"), 0, TsvDocuments::read),
        new Format("qrels", lines("", "q 0 d%d 1\n"), 0, TrecQrels::read),
        new Format(
            "test.tsv", lines("query-id\tcorpus-id\tscore\n", "q\td%d\t1\n"), -1, Judgements::read),
        new Format("my.run", lines("", "q Q0 d%d 1 12.5 me\n"), 0, TrecRun::read),
        new Format("languages", lines("", "d%d\tde\n"), 0, LanguageLabels::read),
        new Format("en-de.tsv", lines("", "house %d\tHaus %d\n"), 0, Bitext::readTsv),
        new Format(
            "topics",
            lines("", "<top>\n<num> Number: %d\n<title> schön %d\n</top>\n"),
            -1,
            (file, onError) -> TrecTopics.read(file, en, onError)),
        new Format(
            "topics.xml",
            "<topics>"
                + lines(
                    "",
                    "<topic number=\"%d\"><query>schön %d</query><question>q?</question></topic>\n")
                + "</topics>",
            -1,
            (file, onError) -> TrecTopics.read(file, en, onError)),
        new Format(
            "ft_1",
            lines("", "<DOC>\n<DOCNO>FT-%d</DOCNO>\n<TEXT>schön &amp; %d</TEXT>\n</DOC>\n"),
            -1,
            (file, onError) -> TrecDocuments.read(file, en, onError)),
        new Format(
            "de-en.tmx",
            "<tmx version=\"1.4\"><header srclang=\"de\"/><body>"
                + lines(
                    "",
                    "<tu><tuv xml:lang=\"de\"><seg>schön %d</seg></tuv>"
                        + "<tuv xml:lang=\"en\"><seg>nice %d</seg></tuv></tu>\n")
                + "</body></tmx>",
            -1,
            Bitext::read),
        new Format(
            "de-en.xlf",
            "<xliff version=\"1.2\"><file source-language=\"de\" target-language=\"en\"><body>"
                + lines(
                    "",
                    "<trans-unit id=\"%d\"><source>schön</source><target>nice</target>"
                        + "</trans-unit>\n")
                + "</body></file></xliff>",
            -1,
            Bitext::read),
        new Format("fast.de-en", lines("", "schön %d ||| nice %d\n"), 0, Bitext::read),
        new Format(
            "xquad.de.json",
            "{\"data\": ["
                + lines(
                        "",
                        "{\"paragraphs\": [{\"context\": \"schön %d\", \"qas\": [{\"id\": \"%d\","
                            + " \"question\": \"q?\", \"answers\": [{\"answer_start\": 0, \"text\":"
                            + " \"schön\"}]}]}]},")
                    .replaceFirst(",$", "")
                + "]}",
            -1,
            SquadDataset::read),
        new Format(
            "words.vec",
            lines(LINES + " 3\n", "wört%d 0.5 -1 2e-3\n"),
            -1,
            (file, onError) -> FastTextVectors.open(file, onError).records()),
        new Format(
            "any",
            lines("", "{\"id\": \"d%d\", \"text\": \"x\"}\n"),
            -1,
            (file, onError) ->
                GenericRecords.read(file, DataFormat.detect(file), FieldNames.DOCUMENTS, onError)));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void damagedFileIsReadOrRejected(Format format) throws IOException {
    attack(format, 100);
  }

  @ParameterizedTest
  @MethodSource("formats")
  @Tag("slow")
  void damagedFileIsReadOrRejectedInManyRounds(Format format) throws IOException {
    attack(format, 10_000);
  }

  private void attack(Format format, int rounds) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] plain = format.text().getBytes(StandardCharsets.UTF_8);
    byte[] packed = RecordReaderContractTest.gzip(plain);
    Path file = folder.resolve(format.name());
    assertThatCode(() -> format.reader().read(Files.write(file, plain), OnError.FAIL).toList())
        .doesNotThrowAnyException();
    for (int round = 0; round < rounds; round++) {
      boolean gzip = round % 3 == 0;
      byte[] damaged = ByteMutations.mutate(gzip ? packed : plain, random);
      Files.write(file, damaged);
      String location = format + ", seed " + seed + ", round " + round;
      for (OnError onError : OnError.values()) {
        read(format, file, onError, gzip ? null : damaged, location);
      }
    }
  }

  private void read(Format format, Path file, OnError onError, byte[] plain, String location) {
    AtomicLong reported = new AtomicLong();
    try (Records<?> records =
        format.reader().read(file, onError).onSkipped(problem -> reported.incrementAndGet())) {
      records.forEachRemaining(record -> assertThat(record).isNotNull());
      assertThat(records.skippedCount()).as(location).isEqualTo(reported.get());
      if (format.header() >= 0 && plain != null && !isGzip(plain)) {
        assertThat(records.readCount() + records.skippedCount())
            .as(location)
            .isBetween(filledLines(plain) - 1, filledLines(plain));
      }
    } catch (IsoglossException e) {
      assertThat(e.getMessage()).as(location).startsWith(folder.toString());
    } catch (RuntimeException e) {
      fail(location, e);
    }
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 1 && bytes[0] == 31 && bytes[1] == (byte) 139;
  }

  /** Number of lines with more than ASCII white space; a damaged header may be one of them. */
  private static long filledLines(byte[] bytes) {
    long filled = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int i = 0; i <= bytes.length; i++) {
      if (i < bytes.length && bytes[i] != '\n') {
        line.write(bytes[i]);
        continue;
      }
      filled += line.toString(StandardCharsets.UTF_8).isBlank() ? 0 : 1;
      line.reset();
    }
    return filled;
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void damagedMatrixIsReadOrRejected(byte[] matrix) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = folder.resolve("vectors.npy");
    for (int round = 0; round < 300; round++) {
      Files.write(file, ByteMutations.mutate(matrix, random));
      try {
        NpyMatrix read = NpyMatrix.open(file);
        assertThat(read.values().remaining()).isEqualTo(read.rows() * read.columns());
      } catch (IsoglossException e) {
        assertThat(e.getMessage()).startsWith(file.toString());
      } catch (RuntimeException e) {
        fail("seed " + seed + ", round " + round, e);
      }
    }
  }

  static List<byte[]> matrices() throws IOException {
    Path file = Files.createTempFile("vectors", ".npy");
    try (NpyWriter writer = NpyWriter.create(file, 3)) {
      for (int i = 0; i < 20; i++) {
        writer.write(new float[] {i, 1, 2});
      }
      writer.commit();
    }
    byte[] matrix = Files.readAllBytes(file);
    Files.delete(file);
    return List.of(matrix);
  }
}
