// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.util.Margin;
import org.isogloss.data.OnError;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.corpus.LineCounts;
import org.isogloss.mining.corpus.LineEncoder;
import org.isogloss.mining.corpus.LongLinePolicy;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiningSessionTest {
  private static final MiningOptions OPTIONS = MiningOptions.defaults().withThreads(2);

  @TempDir private Path folder;
  private final CountingEncoder encoder = new CountingEncoder();
  private Path source;
  private Path target;

  /** Encodes the trigrams of lines of at most 60 characters, and can be configured to fail. */
  private static final class CountingEncoder implements Encoder {
    private final Encoder trigrams = new TrigramEncoder(64);
    private int encoded;
    private int breakAfter = Integer.MAX_VALUE;
    private String fingerprint = trigrams.fingerprint();

    @Override
    public int dimension() {
      return trigrams.dimension();
    }

    @Override
    public String fingerprint() {
      return fingerprint;
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      if (encoded + texts.size() > breakAfter) {
        throw new IllegalStateException("killed");
      }
      encoded += texts.size();
      float[][] vectors = trigrams.encode(texts, role);
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = texts.get(i).startsWith("???") ? new float[dimension()] : vectors[i];
      }
      return vectors;
    }

    @Override
    public boolean fits(String text, Role role) {
      return text.length() <= 60;
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void writeFiles() throws IOException {
    source = folder.resolve("source.txt");
    target = folder.resolve("target.txt");
    Files.writeString(
        source,
        """
        the cat sleeps on the sofa
        \s
        nothing of this is on the other side
        \tthe cat sleeps on the sofa\s
        ??? !!!
        the train leaves at nine o'clock
        """
            + "far too long ".repeat(10));
    Files.writeString(
        target,
        """
        a train leaves at nine o'clock
        those cats sleep on the sofa
        quite another matter
        """);
  }

  private MiningSession open(MiningOptions options) {
    return MiningSession.open(
        folder.resolve("work"), source, target, encoder, options, MiningListener.NONE);
  }

  @Test
  void keepsDistinctLinesAndCountsTheOthers() {
    try (MiningSession work = open(OPTIONS)) {
      assertThat(work.source().counts()).isEqualTo(new LineCounts(7, 0, 1, 1, 1, 1));
      assertThat(work.source().counts().encoded()).isEqualTo(3);
      assertThat(work.source().size()).isEqualTo(3);
      assertThat(texts(work.source()))
          .containsExactly(
              "the cat sleeps on the sofa",
              "nothing of this is on the other side",
              "the train leaves at nine o'clock");
      assertThat(IntStream.range(0, 3).mapToLong(work.source()::lineNumber).toArray())
          .containsExactly(1, 3, 6);
      assertThat(work.target().counts().encoded()).isEqualTo(3);
    }
  }

  private static List<String> texts(EncodedLines lines) {
    return IntStream.range(0, lines.size()).mapToObj(lines::text).toList();
  }

  @Test
  void findsPairsOfTranslations() {
    try (MiningSession work = open(OPTIONS)) {
      List<MinedPair> pairs =
          work.findNeighbours(MiningListener.NONE).pairs(Margin.RATIO, PairSelection.MAX);
      assertThat(pairs.subList(0, 2))
          .extracting(pair -> work.source().lineNumber(pair.source()) + "-" + pair.target())
          .containsExactlyInAnyOrder("1-1", "6-0");
    }
  }

  @Test
  void truncatesLongLinesOnRequest() {
    try (MiningSession work = open(OPTIONS.withLongLines(LongLinePolicy.CUT))) {
      assertThat(work.source().counts().tooLong()).isZero();
      assertThat(work.source().text(3)).startsWith("far too long").hasSizeGreaterThan(100);
    }
  }

  @Test
  void readsGzipFiles() throws IOException {
    byte[] text = Files.readAllBytes(source);
    source = folder.resolve("source.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(source))) {
      out.write(text);
    }
    try (MiningSession work = open(OPTIONS)) {
      assertThat(work.source().counts().lines()).isEqualTo(7);
    }
  }

  @Test
  void skipsMalformedLinesOnlyOnRequest() throws IOException {
    Files.write(source, "caf\u00e9\nsecond line\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> open(OPTIONS))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("source.txt:1");
    try (MiningSession work =
        MiningSession.open(
            folder.resolve("other"),
            source,
            target,
            encoder,
            OPTIONS.withOnError(OnError.SKIP),
            MiningListener.NONE)) {
      assertThat(work.source().counts()).isEqualTo(new LineCounts(2, 1, 0, 0, 0, 0));
      assertThat(work.source().lineNumber(0)).isEqualTo(2);
    }
  }

  @Test
  void emptyFileHasNoPairs() throws IOException {
    Files.writeString(source, "");
    try (MiningSession work = open(OPTIONS)) {
      assertThat(work.findNeighbours(MiningListener.NONE).pairs(Margin.RATIO, PairSelection.MAX))
          .isEmpty();
    }
  }

  @Test
  void reusesFinishedWork() {
    List<MinedPair> first;
    try (MiningSession work = open(OPTIONS)) {
      first = work.findNeighbours(MiningListener.NONE).pairs(Margin.RATIO, PairSelection.MAX);
    }
    int before = encoder.encoded;
    try (MiningSession work = open(OPTIONS)) {
      assertThat(work.findNeighbours(MiningListener.NONE).pairs(Margin.RATIO, PairSelection.MAX))
          .isEqualTo(first);
      assertThat(encoder.encoded).isEqualTo(before);
      work.delete();
    }
    assertThat(folder.resolve("work")).doesNotExist();
  }

  @Test
  void resumesAnInterruptedRun() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      lines.add("line " + i % 15_000 + " says " + (i % 15_000) * 7919L);
    }
    Files.write(source, lines);
    Path untouched = folder.resolve("untouched");
    try (MiningSession whole =
        MiningSession.open(untouched, source, target, encoder, OPTIONS, MiningListener.NONE)) {
      assertThat(whole.source().counts()).isEqualTo(new LineCounts(20_000, 0, 0, 5000, 0, 0));
    }
    encoder.encoded = 0;
    encoder.breakAfter = 9000;
    Path work = folder.resolve("work");
    assertThatThrownBy(
            () ->
                LineEncoder.run(
                    work.resolve("source"),
                    source,
                    encoder,
                    OPTIONS.longLines(),
                    OPTIONS.onError(),
                    0,
                    (a, b, c) -> {}))
        .hasMessage("killed");
    encoder.breakAfter = Integer.MAX_VALUE;
    try (EncodedLines resumed =
        LineEncoder.run(
            work.resolve("source"),
            source,
            encoder,
            OPTIONS.longLines(),
            OPTIONS.onError(),
            0,
            (a, b, c) -> {})) {
      assertThat(encoder.encoded).as("two batches before, the rest after").isEqualTo(15_000);
      assertThat(resumed.counts()).isEqualTo(new LineCounts(20_000, 0, 0, 5000, 0, 0));
      for (String file : List.of("vectors", "lines", "texts")) {
        assertThat(work.resolve("source").resolve(file))
            .hasSameBinaryContentAs(untouched.resolve("source").resolve(file));
      }
    }
  }

  @Test
  void rejectsTheFolderOfAnotherRun() throws IOException {
    open(OPTIONS).close();
    assertThatThrownBy(() -> open(OPTIONS.withLongLines(LongLinePolicy.CUT)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("whose long lines is different; delete it or choose another folder");
    encoder.fingerprint = "f".repeat(32);
    assertThatThrownBy(() -> open(OPTIONS)).hasMessageContaining("whose model is different");
  }

  @Test
  void rejectsAFolderWithOtherFiles() throws IOException {
    Path work = Files.createDirectory(folder.resolve("work"));
    Files.writeString(work.resolve("thesis.txt"), "do not delete");
    assertThatThrownBy(() -> open(OPTIONS)).hasMessageContaining("contains other files");
  }
}
