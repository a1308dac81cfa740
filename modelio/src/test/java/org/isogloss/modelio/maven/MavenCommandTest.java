// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MavenCommandTest {
  @Test
  void keepsTheFirstEightErrorsAndReadsEverything() throws IOException {
    String output =
        IntStream.rangeClosed(1, 20)
            .mapToObj(i -> "[INFO] step " + i + "\n[ERROR] problem " + i)
            .collect(Collectors.joining("\n"));
    BufferedReader lines = new BufferedReader(new StringReader(output));
    assertThat(MavenCommand.firstErrors(lines).lines())
        .hasSize(8)
        .startsWith("[ERROR] problem 1")
        .endsWith("[ERROR] problem 8");
    assertThat(lines.readLine()).isNull();
  }
}
