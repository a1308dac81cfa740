// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests of the folder {@code python}, with servers of the installation. The system property
 * {@code isogloss.python} is the path of an interpreter with the packages that its README names.
 */
@Tag("slow")
@ExtendWith(InstallationExtension.class)
class PythonPackageTest {
  private static final Path SOURCES = Path.of("../python").toAbsolutePath().normalize();
  private static final String INTEGRATIONS = SOURCES.resolve("tests/integrations").toString();
  private static final long MINUTES = 20;

  private static Installation installation;

  @TempDir private Path folder;

  @BeforeAll
  static void unpack(Installation unpacked) {
    installation = unpacked;
  }

  @Test
  void itsTestsPass() throws Exception {
    assertThat(pytest("--ignore", INTEGRATIONS, SOURCES.toString()))
        .contains(" passed")
        .doesNotContain(" skipped");
  }

  /** Needs the packages of the group {@code integrations} of {@code pyproject.toml}, too. */
  @Test
  void testsOfItsIntegrationsPass() throws Exception {
    String found = "import importlib.util as u; print(u.find_spec('pyterrier') is not None)";
    assumeTrue(python("-c", found).contains("True"), "the group integrations is not installed");
    assertThat(pytest(INTEGRATIONS)).contains(" passed").doesNotContain(" skipped");
  }

  @Test
  void itsTypesAreConsistent() throws Exception {
    assertThat(
            python(
                "-m",
                "mypy",
                "--config-file",
                SOURCES.resolve("pyproject.toml").toString(),
                "--cache-dir",
                folder.resolve("types").toString(),
                SOURCES.resolve("src").toString()))
        .contains("no issues found");
  }

  private String pytest(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("-m", "pytest", "-q", "-p", "no:cacheprovider"));
    all.addAll(List.of(arguments));
    return python(all.toArray(String[]::new));
  }

  private String python(String... arguments) throws IOException, InterruptedException {
    String interpreter = System.getProperty("isogloss.python");
    assumeTrue(interpreter != null, "isogloss.python is not set");
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(arguments)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.command().add(0, interpreter);
    builder.environment().put("ISOGLOSS_HOME", installation.home().toString());
    builder.environment().put("ISOGLOSS_OPTS", installation.options());
    builder.environment().put("JAVA_HOME", Installation.JDK.toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.environment().put("PYTHONPATH", SOURCES.resolve("src").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroy();
    String printed = Files.readString(output);
    assertThat(ended).as(printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
