// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;

/**
 * Measures the speed of an encoder in eight bits at requested lengths; {@code
 * performance/architectures} asks it and ONNX Runtime in Python by turns.
 */
public final class ArchitectureBenchmark {
  private static final int BATCH_TOKENS = 512;

  /** Batches of a call, so that two processors have one each. */
  private static final int BATCHES = 2;

  private ArchitectureBenchmark() {}

  /**
   * Opens the model that is the first argument, prints a line, and answers each line {@code LENGTH
   * SECONDS} of the input with the number of tokens that it encoded in a second, and in a second of
   * processor time; {@code memory} with the largest resident memory so far in megabytes (Linux
   * only).
   */
  public static void main(String... args) throws IOException {
    try (ModelFolder model = ModelFolder.open(args[0]);
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults());
        PrintStream out =
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("memory")) {
          out.println(peakMegabytes());
        } else {
          String[] fields = line.split(" ");
          out.println(
              tokensPerSecond(
                  model, encoder, Integer.parseInt(fields[0]), Double.parseDouble(fields[1])));
        }
      }
    }
  }

  private static String tokensPerSecond(
      ModelFolder model, Encoder encoder, int length, double seconds) {
    int count = BATCHES * Math.max(1, BATCH_TOKENS / length);
    List<String> texts = TransformerBenchmark.texts(model.tokenizer(), "", length, count);
    encoder.encode(texts, Role.PASSAGE);
    long tokens = 0;
    Duration busy = processorTime();
    long start = System.nanoTime();
    while (System.nanoTime() - start < seconds * 1e9) {
      encoder.encode(texts, Role.PASSAGE);
      tokens += (long) count * length;
    }
    double rate = tokens * 1e9 / (System.nanoTime() - start);
    return rate + " " + tokens * 1e9 / processorTime().minus(busy).toNanos();
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private static long peakMegabytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }
}
