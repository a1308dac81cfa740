// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No library that users install has a known vulnerability which a later version fixes. SECURITY.md
 * describes how the list of advisories is kept.
 */
class AdvisoriesTest {
  private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[\\d.]*\\d).*\\.jar");

  /**
   * A published vulnerability.
   *
   * @param artifact name of the library in Maven
   * @param fixed the first version without it
   * @param ids its identifiers
   */
  private record Advisory(String artifact, String fixed, String ids) {}

  private static List<Advisory> advisories() throws IOException {
    try (InputStream in = AdvisoriesTest.class.getResourceAsStream("advisories.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split("\t", -1))
          .map(fields -> new Advisory(fields[0], fields[1], fields[2]))
          .toList();
    }
  }

  private static List<String> problems(Advisory advisory, List<String> jars) {
    List<String> problems = new ArrayList<>();
    for (String jar : jars) {
      Matcher name = JAR.matcher(jar);
      if (name.matches()
          && name.group(1).equals(advisory.artifact())
          && compare(name.group(2), advisory.fixed()) < 0) {
        problems.add(jar + ": " + advisory.ids() + ", fixed in " + advisory.fixed());
      }
    }
    return problems;
  }

  private static int compare(String one, String other) {
    int[] a = Pattern.compile("\\.").splitAsStream(one).mapToInt(Integer::parseInt).toArray();
    int[] b = Pattern.compile("\\.").splitAsStream(other).mapToInt(Integer::parseInt).toArray();
    return Arrays.compare(a, b);
  }

  @Test
  void noInstalledLibraryHasAKnownVulnerability() throws IOException {
    List<String> jars =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("java.class.path"))
            .map(path -> Path.of(path).getFileName().toString())
            .toList();
    assertThat(jars).anyMatch(jar -> jar.startsWith("netty-handler-"));
    assertThat(advisories().stream().flatMap(advisory -> problems(advisory, jars).stream()))
        .isEmpty();
  }

  @Test
  void earlierVersionIsFound() {
    Advisory advisory = new Advisory("netty-codec", "4.1.125", "CVE-2025-58057");
    List<String> jars =
        List.of(
            "netty-codec-4.1.119.Final.jar", "netty-codec-http-4.1.1.jar", "netty-codec-4.2.jar");
    assertThat(problems(advisory, jars))
        .containsExactly("netty-codec-4.1.119.Final.jar: CVE-2025-58057, fixed in 4.1.125");
  }
}
