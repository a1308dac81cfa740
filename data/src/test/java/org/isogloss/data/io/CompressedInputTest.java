// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.ByteMutations;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** The compressed formats have the same contract. */
class CompressedInputTest {
  private static final Language DE = Language.of("de");

  /** The formats, as other programs write them. */
  enum Format {
    GZIP("gzip") {
      @Override
      OutputStream compress(OutputStream out) throws IOException {
        return new GZIPOutputStream(out);
      }
    },
    ZSTANDARD("Zstandard") {
      @Override
      OutputStream compress(OutputStream out) throws IOException {
        return new ZstdOutputStream(out).setChecksum(true);
      }
    },
    XZ("xz") {
      @Override
      OutputStream compress(OutputStream out) throws IOException {
        return new XZOutputStream(out, new LZMA2Options());
      }
    },
    BZIP2("bzip2") {
      @Override
      OutputStream compress(OutputStream out) throws IOException {
        return new BZip2CompressorOutputStream(out, 1);
      }
    };

    private final String title;

    Format(String title) {
      this.title = title;
    }

    abstract OutputStream compress(OutputStream out) throws IOException;

    byte[] compress(String text) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (OutputStream compressed = compress(out)) {
        compressed.write(text.getBytes(StandardCharsets.UTF_8));
      }
      return out.toByteArray();
    }
  }

  @TempDir Path folder;

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static String lines(int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append('d').append(i).append('\t').append(Integer.toHexString(i * 7919)).append('\n');
    }
    return lines.toString();
  }

  /** The output of {@code printf 'd1\\tx\\nd2\\ty\\n' | COMMAND | xxd -p}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1f8b08000000000000034b31e4ace04a31e2ace40200654ff6440a000000", // gzip
        "28b52ffd0458510000643109780a643209790af104ec0a", // zstd
        "fd377a585a000004e6d6b4460200210116000000742fe5a30100096431097" // xz
            + "80a643209790a000000e7e7c9b3da006ed20001220a151ae1671fb6f37d010000000004595a",
        "425a683931415926535979037dcb00000349800030300004000060200021" // bzip2
            + "281b508603355113c5dc914e14241e40df72c0"
      })
  void readsWhatCommandsWrite(String hex) throws IOException {
    Path file = Files.write(folder.resolve("documents"), HexFormat.of().parseHex(hex));
    assertThat(Documents.read(file, DE, OnError.FAIL).toList())
        .containsExactly(new Document("d1", DE, "", "x"), new Document("d2", DE, "", "y"));
  }

  @ParameterizedTest
  @EnumSource
  void decompressesAllStreamsWhateverTheName(Format format) throws IOException {
    byte[] bytes = join(format.compress("d1\teins\n"), format.compress("d2\tzwei\n"));
    for (String name : new String[] {"documents.tsv." + format, "documents"}) {
      Path file = Files.write(folder.resolve(name), bytes);
      assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TSV);
      assertThat(Documents.read(file, DE, OnError.FAIL).toList())
          .containsExactly(new Document("d1", DE, "", "eins"), new Document("d2", DE, "", "zwei"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsATruncatedFileAfterItsValidRecords(Format format) throws IOException {
    byte[] whole = format.compress(lines(100_000));
    Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length * 2 / 3));
    for (OnError onError : OnError.values()) {
      List<String> ids = new ArrayList<>();
      try (Records<Document> records = Documents.read(file, DE, onError)) {
        assertThatThrownBy(() -> records.forEachRemaining(one -> ids.add(one.id())))
            .isInstanceOf(FormatException.class)
            .hasMessageContaining("the " + format.title + " file is truncated")
            .hasMessageContaining("get a complete copy");
      }
      assertThat(ids).hasSizeGreaterThan(1000).startsWith("d0", "d1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsWhatFollowsTheData(Format format) throws IOException {
    Path file =
        Files.write(
            folder.resolve("tail"), join(format.compress("d1\tx\n"), new byte[] {'d', '2', '\t'}));
    List<String> ids = new ArrayList<>();
    try (Records<Document> records = Documents.read(file, DE, OnError.SKIP)) {
      assertThatThrownBy(() -> records.forEachRemaining(one -> ids.add(one.id())))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining(format.title + " file");
    }
    assertThat(ids).containsExactly("d1");
  }

  @ParameterizedTest
  @EnumSource
  void reportsEveryDamage(Format format) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String text = lines(2000);
    byte[] whole = format.compress(text);
    for (int round = 0; round < 300; round++) {
      byte[] damaged = ByteMutations.mutate(whole, random);
      Path file = Files.write(folder.resolve("damaged"), damaged);
      try (InputFileStream in = InputFileStream.open(file)) {
        String read = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        boolean recognised = Compression.of(damaged) != Compression.NONE;
        assertThat(!recognised || text.equals(read)).as("seed %d, round %d", seed, round).isTrue();
      } catch (IOException e) {
        assertThat(e)
            .as("seed %d, round %d", seed, round)
            .hasMessageContaining("the " + format.title + " file");
      }
    }
  }

  @Test
  void limitsTheMemoryThatAFileDemands() throws IOException {
    // printf 'd1\tx\nd2\ty\n' | xz --lzma2=dict=1536MiB -c | xxd -p
    String hex =
        "fd377a585a000004e6d6b44602002101250000003b787b410100096431097"
            + "80a643209790a000000e7e7c9b3da006ed20001220a151ae1671fb6f37d010000000004595a";
    Path file = Files.write(folder.resolve("documents"), HexFormat.of().parseHex(hex));
    assertThatThrownBy(() -> DataFormat.detect(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("the xz file needs 1536 MiB of memory")
        .hasMessageContaining("expected at most 100: compress it again");
  }
}
