// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Memory use of a process does not grow with the number of calls. */
class EncoderMemoryTest {
  /** Memory that the compiler and the allocator may still use after warming up. */
  private static final long NOISE_KIB = 32 << 10;

  @TempDir Path scratch;

  /** A leak of a few kilobytes per call would be detected. */
  @Test
  void memoryIsConstantOverThousandsOfCalls(TestReporter reporter) throws Exception {
    assertFlat(10_000, reporter);
  }

  @Test
  @Tag("slow")
  void memoryIsConstantOverHundredThousandCalls(TestReporter reporter) throws Exception {
    assertFlat(100_000, reporter);
  }

  private void assertFlat(int calls, TestReporter reporter) throws Exception {
    assumeTrue(Files.exists(EncoderMemoryProbe.STATUS));
    // The heap is fully resident from the beginning, so it does not grow.
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms64m",
                "-Xmx64m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EncoderMemoryProbe.class.getName(),
                SampleTransformer.BERT_ENCODER.copyInto(scratch).toString(),
                String.valueOf(calls))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    reporter.publishEntry("resident KiB over " + calls + " calls", output.replace('\n', ' '));
    List<Long> resident = output.lines().map(Long::valueOf).toList();
    assertThat(resident.getLast() - resident.getFirst()).as(output).isLessThan(NOISE_KIB);
  }
}
