// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OnnxRuntimeEnvironmentTest {
  /** Opens a session before it ends, and others while it ends, as a server that is stopped. */
  static final class Ending {
    private static int multiply() {
      try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(2)) {
        products.loadColumns(ByteBuffer.wrap(new byte[] {3, 4}));
        return products.multiply(ByteBuffer.wrap(new byte[] {5, 6})).get(0);
      }
    }

    private static void multiplyForAWhile() {
      long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      int product = 0;
      while (System.nanoTime() < end) {
        product = multiply();
      }
      System.out.println("finally " + product);
    }

    public static void main(String[] args) {
      System.out.println("first " + multiply());
      Runtime.getRuntime().addShutdownHook(new Thread(Ending::multiplyForAWhile));
      System.exit(7);
    }
  }

  @Test
  void isOpenUntilTheProcessHasEnded() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(output.lines()).containsExactly("first 39", "finally 39");
      assertThat(process.waitFor()).isEqualTo(7);
    } finally {
      process.destroyForcibly();
    }
  }
}
