// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.export.Precision;

/** A process that encodes texts and prints its memory use; arguments: {@code FOLDER CALLS}. */
final class EncoderMemoryProbe {
  static final Path STATUS = Path.of("/proc/self/status");

  private EncoderMemoryProbe() {}

  /** Prints the resident memory in KiB after warming up, and after each fifth of the calls. */
  public static void main(String... args) throws IOException {
    int calls = Integer.parseInt(args[1]);
    Random random = new Random(3);
    try (ModelFolder model = ModelFolder.open(Path.of(args[0]));
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.INT8));
        PrintStream out =
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      encode(encoder, 3000, random);
      out.println(residentKib());
      for (int part = 0; part < 5; part++) {
        encode(encoder, calls / 5, random);
        out.println(residentKib());
      }
    }
  }

  private static void encode(Encoder encoder, int calls, Random random) {
    for (int i = 0; i < calls; i++) {
      encoder.encode(List.of("city ".repeat(1 + random.nextInt(40))), Role.QUERY);
    }
  }

  private static long residentKib() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
