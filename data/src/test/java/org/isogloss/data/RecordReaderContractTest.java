// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of all readers of a file of records. With {@link OnError#FAIL}, a defect causes a
 * message with file, line and remedy; with {@link OnError#SKIP}, exactly the malformed records are
 * skipped and counted. The valid records are always the same.
 *
 * @param <T> the type of a record
 */
public abstract class RecordReaderContractTest<T> {
  /**
   * A malformed record.
   *
   * @param kind the kind of defect
   * @param text the record as it is written in the file
   * @param messageParts parts of the expected message: what was found, what was expected, how to
   *     correct it
   */
  public record Bad(String kind, String text, String... messageParts) {}

  @TempDir public Path folder;

  /** A valid file name of this format. */
  public abstract String fileName();

  public abstract Records<T> read(Path file, OnError onError);

  /** At least three valid records of the format, as they are written in a file. */
  public abstract List<String> good();

  /** The records that {@link #good} is read as. */
  public abstract List<T> expected();

  /** All kinds of malformed records of the format. */
  public abstract List<Bad> bad();

  /** A valid record with more than {@code characters} characters. */
  public abstract String longRecord(int characters);

  /** Combines records to the text of a file; by default, each record is a line. */
  public String file(List<String> records) {
    return String.join("\n", records) + "\n";
  }

  /** Whether the other records remain readable if one is not UTF-8. */
  public boolean recordsAreLines() {
    return true;
  }

  /** Whether an empty file is a valid file without records. */
  public boolean emptyIsFine() {
    return true;
  }

  /** The line number, from 1, in a message about the record at {@code index}. */
  int lineOf(List<String> records, int index) {
    return (int)
        (1 + file(records).substring(0, at(records, index)).chars().filter(c -> c == '\n').count());
  }

  private int at(List<String> records, int index) {
    String whole = file(records);
    int from = 0;
    for (int i = 0; i < index; i++) {
      from = whole.indexOf(records.get(i), from) + records.get(i).length();
    }
    return whole.indexOf(records.get(index), from);
  }

  final Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve(fileName()), bytes);
  }

  public final Path write(String text) throws IOException {
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private List<String> many(int copies) {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      many.addAll(good());
    }
    return many;
  }

  private void readsAllGood(Path file) {
    for (OnError onError : OnError.values()) {
      Records<T> records = read(file, onError);
      assertThat(records.toList()).isEqualTo(expected());
      assertThat(records.readCount()).isEqualTo(expected().size());
      assertThat(records.skippedCount()).isZero();
      assertThat(records.problems()).isEmpty();
      assertThat(records.progress()).isEqualTo(1);
    }
  }

  @Test
  void readsValidRecords() throws IOException {
    readsAllGood(write(file(good())));
  }

  @Test
  void detectsGzipByItsBytes() throws IOException {
    readsAllGood(write(gzip(file(good()).getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void removesAByteOrderMark() throws IOException {
    readsAllGood(write("\uFEFF" + file(good())));
  }

  @Test
  void acceptsWindowsLineEnds() throws IOException {
    readsAllGood(write(file(good()).replace("\n", "\r\n")));
  }

  @Test
  void acceptsAMissingLastLineEnd() throws IOException {
    readsAllGood(write(file(good()).stripTrailing()));
  }

  @Test
  public void skipsBlankLines() throws IOException {
    assumeTrue(recordsAreLines());
    readsAllGood(write("\n \n" + String.join("\n\n", good()) + "\n\n\t\n"));
  }

  @Test
  void readsTheSameRecordsTwice() throws IOException {
    Path file = write(file(good()));
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(read(file, OnError.FAIL).toList());
  }

  @TestFactory
  Stream<DynamicTest> reportsOrSkipsMalformedRecords() {
    return bad().stream()
        .map(bad -> DynamicTest.dynamicTest(bad.kind(), () -> assertReportedOrSkipped(bad)));
  }

  private void assertReportedOrSkipped(Bad bad) throws IOException {
    for (int position = 0; position <= good().size(); position++) {
      List<String> records = new ArrayList<>(good());
      records.add(position, bad.text());
      Path file = write(file(records));

      List<T> before = new ArrayList<>();
      try (Records<T> failing = read(file, OnError.FAIL)) {
        FormatException problem =
            catchThrowableOfType(
                FormatException.class, () -> failing.forEachRemaining(before::add));
        assertThat(problem).as("%s at %d is not found", bad.kind(), position).isNotNull();
        assertThat(problem.getMessage())
            .startsWith(file + ":" + lineOf(records, position) + ": ")
            .contains(bad.messageParts());
        assertThat(problem.line()).isEqualTo(lineOf(records, position));
        assertThat(problem.file()).isEqualTo(file);
      }
      assertThat(before).isEqualTo(expected().subList(0, position));

      Records<T> skipping = read(file, OnError.SKIP);
      assertThat(skipping.toList()).isEqualTo(expected());
      assertThat(skipping.skippedCount()).isEqualTo(1);
      assertThat(skipping.problems()).hasSize(1);
      assertThat(skipping.problems().getFirst().getMessage()).contains(bad.messageParts());
    }
  }

  @Test
  void countsEveryMalformedRecord() throws IOException {
    List<String> records = new ArrayList<>();
    for (Bad bad : bad()) {
      records.add(bad.text());
      records.add(good().getFirst());
    }
    Records<T> skipping = read(write(file(records)), OnError.SKIP);
    assertThat(skipping.toList()).hasSize(bad().size()).containsOnly(expected().getFirst());
    assertThat(skipping.skippedCount()).isEqualTo(bad().size());
  }

  @Test
  void neverReplacesInvalidUtf8() throws IOException {
    byte[] bytes = file(many(3)).getBytes(StandardCharsets.UTF_8);
    int letter = at(many(3), 1) + 1;
    byte[] broken = utf8Bytes(file(many(3)), letter, (byte) 0xE4);
    assertThat(broken).hasSize(bytes.length + 1);
    Path file = write(broken);

    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ":")
        .hasMessageContaining("not UTF-8")
        .hasMessageContaining("iconv");
    if (recordsAreLines()) {
      Records<T> skipping = read(file, OnError.SKIP);
      assertThat(skipping.toList()).hasSize(3 * good().size() - 1);
      assertThat(skipping.skippedCount()).isEqualTo(1);
    } else {
      assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void rejectsNulCharacters() throws IOException {
    List<String> records = new ArrayList<>(good());
    String record = records.get(1);
    records.set(1, record.substring(0, 1) + "\0" + record.substring(1));
    Path file = write(file(records));
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ":");
    if (recordsAreLines()) {
      Records<T> skipping = read(file, OnError.SKIP);
      assertThat(skipping.toList()).hasSize(good().size() - 1);
      assertThat(skipping.skippedCount()).isEqualTo(1);
    }
  }

  private static byte[] utf8Bytes(String text, int at, byte inserted) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(text.substring(0, at).getBytes(StandardCharsets.UTF_8));
    out.write(inserted);
    out.write(text.substring(at).getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  @Test
  void reportsUtf16() throws IOException {
    for (OnError onError : OnError.values()) {
      Path file = write(("\uFEFF" + file(good())).getBytes(StandardCharsets.UTF_16BE));
      assertThatThrownBy(() -> read(file, onError).toList())
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("UTF-16")
          .hasMessageContaining("iconv");
    }
  }

  @Test
  void rejectsUtf16WithoutAByteOrderMark() throws IOException {
    Path file = write(file(good()).getBytes(StandardCharsets.UTF_16LE));
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList()).isInstanceOf(FormatException.class);
    try (Records<T> skipping = read(file, OnError.SKIP)) {
      skipping.forEachRemaining(record -> fail("made a record of UTF-16: " + record));
      assertThat(skipping.skippedCount()).isPositive();
    } catch (FormatException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
    }
  }

  @Test
  void reportsATruncatedGzipFileAfterItsValidRecords() throws IOException {
    byte[] whole = gzip(file(many(2000)).getBytes(StandardCharsets.UTF_8));
    Path file = write(Arrays.copyOf(whole, whole.length * 2 / 3));
    for (OnError onError : OnError.values()) {
      List<T> read = new ArrayList<>();
      assertThatThrownBy(() -> read(file, onError).forEachRemaining(read::add))
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file.toString())
          .hasMessageContaining("truncated")
          .hasMessageContaining("get a complete copy");
      for (int i = 0; i < read.size(); i++) {
        assertThat(read.get(i)).isEqualTo(expected().get(i % expected().size()));
      }
    }
  }

  @Test
  void reportsADamagedGzipFile() throws IOException {
    byte[] whole = gzip(file(many(200)).getBytes(StandardCharsets.UTF_8));
    Arrays.fill(whole, whole.length / 2, whole.length / 2 + 20, (byte) 0xff);
    Path file = write(whole);
    for (OnError onError : OnError.values()) {
      assertThatThrownBy(() -> read(file, onError).toList())
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file.toString());
    }
  }

  @Test
  void handlesAnEmptyFile() throws IOException {
    for (byte[] bytes : List.of(new byte[0], gzip(new byte[0]), new byte[] {'\n', '\n'})) {
      Path file = write(bytes);
      for (OnError onError : OnError.values()) {
        if (emptyIsFine()) {
          assertThat(read(file, onError).toList()).isEmpty();
        } else {
          assertThatThrownBy(() -> read(file, onError).toList())
              .isInstanceOf(FormatException.class)
              .hasMessageStartingWith(file.toString());
        }
      }
    }
  }

  @Test
  void reportsAMissingFile() {
    Path missing = folder.resolve("no-such-folder").resolve(fileName());
    for (OnError onError : OnError.values()) {
      assertThatThrownBy(() -> read(missing, onError).toList())
          .isInstanceOf(FormatException.class)
          .hasMessage(missing + ": no such file");
    }
  }

  @Test
  void rejectsAFolderInPlaceOfAFile() throws IOException {
    Path directory = Files.createDirectories(folder.resolve("sub").resolve(fileName()));
    for (OnError onError : OnError.values()) {
      assertThatThrownBy(() -> read(directory, onError).toList())
          .isInstanceOf(FormatException.class)
          .hasMessage(directory + ": is a folder, expected a file");
    }
  }

  @Test
  void readsALongRecord() throws IOException {
    List<String> records = new ArrayList<>(good());
    records.add(1, longRecord(10 << 20));
    List<T> read = read(write(file(records)), OnError.FAIL).toList();
    read.remove(1);
    assertThat(read).isEqualTo(expected());
  }

  /** Any file content results in records or in a message for the user. */
  @Test
  void randomDamageCausesOnlyReportedErrors() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = file(many(2)).getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < 200; round++) {
      byte[] noisy = whole.clone();
      int changes = 1 + random.nextInt(5);
      for (int i = 0; i < changes; i++) {
        noisy[random.nextInt(noisy.length)] = (byte) random.nextInt(256);
      }
      Path file = write(round % 4 == 0 ? gzip(noisy) : noisy);
      for (OnError onError : OnError.values()) {
        try (Records<T> records = read(file, onError)) {
          records.forEachRemaining(record -> assertThat(record).isNotNull());
        } catch (IsoglossException e) {
          assertThat(e.getMessage()).as("seed %d", seed).startsWith(folder.toString());
        } catch (RuntimeException e) {
          fail("seed " + seed + ", round " + round, e);
        }
      }
    }
  }
}
