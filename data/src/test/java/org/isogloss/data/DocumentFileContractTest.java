// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of all readers of a file that is read as a whole or at several places: one document,
 * an archive of documents, or a table in a binary format. Whatever a file contains, reading results
 * in documents or in a message for the user that names the file, and the other files of a folder
 * are read.
 */
@Timeout(600)
public abstract class DocumentFileContractTest {
  private static final int ROUNDS = 200;

  @TempDir public Path folder;

  /** A valid file name of this format. */
  public abstract String fileName();

  /** A valid file. */
  public abstract byte[] file() throws IOException;

  public abstract DataFormat format();

  /** The titles of the documents in the file, each followed by a bar and its text. */
  public abstract List<String> expected();

  /** Whether the format is that of text files, which may be compressed. */
  public boolean mayBeCompressed() {
    return true;
  }

  /** The bytes of a ZIP archive, in the order of the names. */
  public static byte[] zip(Map<String, String> parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> part : new TreeMap<>(parts).entrySet()) {
        zip.putNextEntry(new ZipEntry(part.getKey()));
        zip.write(part.getValue().getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static List<String> read(Path path, OnError onError) {
    try (Records<Document> documents = Documents.read(path, Language.UNDETERMINED, onError)) {
      return documents.toList().stream()
          .map(document -> document.title() + "|" + document.text())
          .toList();
    }
  }

  @Test
  void readsAValidFileAloneAndInAFolder() throws IOException {
    Path file = write(fileName(), file());
    assertThat(DataFormat.detect(file)).isEqualTo(format());
    assertThat(read(file, OnError.FAIL)).isEqualTo(expected()).isEqualTo(read(file, OnError.FAIL));
    assertThat(read(folder, OnError.FAIL)).isEqualTo(expected());
  }

  @Test
  void recognisesAFileByItsContent() throws IOException {
    Path file = write("unnamed", file());
    assertThat(DataFormat.detect(file)).isEqualTo(format());
    assertThat(read(file, OnError.FAIL)).isEqualTo(expected());
    assertThat(read(folder, OnError.FAIL)).isEqualTo(expected());
  }

  @Test
  void readsACompressedFile() throws IOException {
    assumeTrue(mayBeCompressed());
    Path file = write(fileName() + ".gz", RecordReaderContractTest.gzip(file()));
    assertThat(read(file, OnError.FAIL)).isEqualTo(expected());
  }

  @Test
  void rejectsAnEmptyFile() throws IOException {
    Path file = write(fileName(), new byte[0]);
    for (OnError onError : OnError.values()) {
      try {
        assertThat(read(file, onError)).isEmpty();
        assertThat(onError).isEqualTo(OnError.SKIP);
      } catch (FormatException e) {
        assertThat(e).hasMessageStartingWith(file + ": ");
      }
    }
  }

  @Test
  void reportsAMissingFile() {
    Path missing = folder.resolve("no-such-folder").resolve(fileName());
    assertThatThrownBy(() -> read(missing, OnError.FAIL)).hasMessage(missing + ": no such file");
  }

  @Test
  void aTruncatedFileDoesNotEndAFolder() throws IOException {
    byte[] whole = file();
    write("zz.txt", "good".getBytes(UTF_8));
    for (int part = 1; part < 20; part++) {
      byte[] cut = Arrays.copyOf(whole, whole.length * part / 20);
      attack(cut, "cut after " + cut.length + " bytes");
    }
  }

  @Test
  void damageCausesOnlyReportedErrors() throws IOException {
    byte[] whole = file();
    write("zz.txt", "good".getBytes(UTF_8));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      attack(ByteMutations.mutate(whole, random), "seed " + seed + ", round " + round);
    }
  }

  private void attack(byte[] bytes, String description) throws IOException {
    Path file = write(fileName(), bytes);
    try {
      assertThat(read(folder, OnError.SKIP)).as(description).endsWith("|good");
      read(file, OnError.FAIL);
    } catch (IsoglossException e) {
      // Also a file that damage has made one of another format.
      assertThat(e).as(description).hasMessageStartingWith(file.toString());
    } catch (RuntimeException | StackOverflowError e) {
      fail(description, e);
    }
  }
}
