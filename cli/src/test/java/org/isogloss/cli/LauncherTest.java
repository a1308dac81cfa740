// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts {@code isogloss}, in a copy of the project that holds nothing else. */
class LauncherTest {
  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
  private static final Path BASH = Path.of("/bin/bash");

  /** Prints its arguments and the locale. */
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      [ "$1" != -X ] || exec echo 'knows --sun-misc-unsafe-memory-access=<value>'
      printf '[%s]' "$@"
      echo
      echo "LANG=$LANG LC_ALL=$LC_ALL LC_CTYPE=$LC_CTYPE $(locale charmap 2>&1)"
      """;

  @TempDir private Path folder;
  private Path root;
  private Path jdk;

  private record Ended(int code, String out, String err) {}

  @BeforeEach
  void copy() throws IOException {
    assumeThat(BASH).exists();
    root = Files.createDirectories(folder.resolve("a clone"));
    String installed = "distribution/src/main/bin/isogloss";
    Files.createDirectories(root.resolve(installed).getParent());
    Files.copy(PROJECT.resolve(installed), root.resolve(installed));
    Files.copy(PROJECT.resolve("isogloss"), root.resolve("isogloss"));
    Path target = Files.createDirectories(root.resolve("cli/target"));
    Files.createFile(target.resolve("isogloss-cli.jar"));
    jdk = Path.of(System.getProperty("java.home"));
    classPath(System.getProperty("java.class.path"));
  }

  private void classPath(String jars) throws IOException {
    Files.writeString(root.resolve("cli/target/dependencies.classpath"), jars);
  }

  private void fakeJdk(int version) throws IOException {
    jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    executable(jdk.resolve("bin/java"), FAKE_JAVA);
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended launch(Map<String, String> environment, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(BASH.toString(), root + "/isogloss"));
    command.addAll(List.of(args));
    return run(environment, command);
  }

  private Ended run(Map<String, String> environment, List<String> command) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    String path = builder.environment().get("PATH");
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after a minute: " + command);
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @Test
  void startsJavaInAUtf8Locale() throws Exception {
    fakeJdk(21);
    List<Map<String, String>> environments =
        List.of(
            Map.of(),
            Map.of("LC_ALL", "C"),
            Map.of("LC_ALL", "POSIX", "LANG", "C.UTF-8"),
            Map.of("LANG", "xx_XX.UTF-8"),
            Map.of("LC_ALL", "xx_XX"),
            Map.of("LANG", "C.UTF-8", "LC_TIME", "xx_XX"),
            Map.of("LANG", "C.UTF-8"));
    for (Map<String, String> environment : environments) {
      Ended ended = launch(environment, "search");
      assertThat(ended.out()).as("%s", environment).endsWith(" UTF-8\n");
      assertThat(ended.err().lines())
          .as("%s", environment)
          .allMatch(line -> line.contains("bash: warning: setlocale")); // Bash's own
    }
  }

  @Test
  void changesOnlyTheEncodingOfTheLocale() throws Exception {
    fakeJdk(21);
    assertThat(launch(Map.of("LC_ALL", "C"), "search").out()).contains("LANG=C LC_ALL= LC_CTYPE=");
    assertThat(launch(Map.of("LC_ALL", "C.UTF-8"), "search").out())
        .as("what is UTF-8 stays")
        .contains("LANG= LC_ALL=C.UTF-8 LC_CTYPE= ");
  }

  @Test
  void disablesWarningsOfUnsafeIfTheVirtualMachineSupportsTheFlag() throws Exception {
    String flag = "[--sun-misc-unsafe-memory-access=allow]";
    for (int version : List.of(21, 22, 23)) {
      fakeJdk(version);
      assertThat(launch(Map.of(), "train").out()).doesNotContain(flag, "[]");
    }
    for (int version : List.of(24, 25, 31)) {
      fakeJdk(version);
      assertThat(launch(Map.of(), "train").out()).contains(flag);
    }
    fakeJdk(31);
    executable(jdk.resolve("bin/java"), FAKE_JAVA.replace("knows --sun", "knows --moon"));
    assertThat(launch(Map.of(), "train").out()).doesNotContain(flag);
  }

  @Test
  void usesTheVectorModuleUnlessTheRuntimeLacksIt() throws Exception {
    String vectors = "[--add-modules][jdk.incubator.vector]";
    fakeJdk(21);
    assertThat(launch(Map.of(), "train").out()).as("modules not stated").contains(vectors);
    Path release = jdk.resolve("release");
    String version = Files.readString(release);
    Files.writeString(release, version + "MODULES=\"java.base jdk.incubator.vector java.sql\"\n");
    assertThat(launch(Map.of(), "train").out()).contains(vectors);
    Files.writeString(release, version + "MODULES=\"java.base java.sql\"\n");
    assertThat(launch(Map.of(), "train").out()).contains("[train]").doesNotContain("vector", "[]");
  }

  @Test
  void runsASearchWithoutTheOptimisingCompiler() throws Exception {
    fakeJdk(25);
    String c1 = "[-XX:TieredStopAtLevel=1]";
    String vectors = "[jdk.incubator.vector]";
    assertThat(launch(Map.of(), "search", "-Xmx", "run").out())
        .contains(c1)
        .doesNotContain(vectors);
    for (String other : List.of("run", "index")) {
      assertThat(launch(Map.of(), other, "x").out()).contains(vectors).doesNotContain(c1);
    }
  }

  @Test
  void deletesClassArchivesOlderThanTheJars() throws Exception {
    fakeJdk(25);
    Path archive = Files.createFile(root.resolve("cli/target/isogloss-index.jsa"));
    launch(Map.of(), "index");
    assertThat(archive).exists();
    FileTime before = FileTime.fromMillis(Files.getLastModifiedTime(archive).toMillis() - 60_000);
    Files.setLastModifiedTime(archive, before);
    classPath(root.resolve("cli/target/isogloss-cli.jar").toString());
    assertThat(launch(Map.of(), "index").out()).contains("[-XX:SharedArchiveFile=" + archive);
    assertThat(archive).doesNotExist();
  }

  @Test
  void writesNoClassArchiveToAFullDisk() throws Exception {
    fakeJdk(25);
    executable(
        folder.resolve("df"),
        """
        #!/bin/sh
        echo 'Filesystem 1024-blocks    Used Available Capacity Mounted on'
        echo "none            524288  524000 $FREE       99% /"
        """);
    Map<String, String> full = new HashMap<>();
    full.put("PATH", folder + ":" + System.getenv("PATH"));
    full.put("FREE", "288");
    assertThat(launch(full, "index").out()).doesNotContain("SharedArchive");
    full.put("FREE", "524288");
    assertThat(launch(full, "index").out()).contains("[-XX:SharedArchiveFile=");
  }

  @Test
  void buildsAMissingJar() throws Exception {
    fakeJdk(21);
    Path jar = folder.resolve("core.jar");
    classPath(folder.resolve("moved/core.jar").toString());
    executable(
        folder.resolve("mvn"),
        "#!/bin/sh\ntouch '"
            + jar
            + "'\nprintf %s '"
            + jar
            + "' > cli/target/dependencies.classpath\n");
    Map<String, String> path = Map.of("PATH", folder + ":" + System.getenv("PATH"));
    Ended ended = launch(path, "--version");
    assertThat(ended.err()).contains("again, as it cannot read " + folder + "/moved/core.jar");
    assertThat(ended.out()).contains(":" + jar + "]");
    assertThat(launch(path, "--version").err()).as("built once").isEmpty();
  }

  @Test
  void buildsWithAJdkOfTheToolchains() throws Exception {
    fakeJdk(21);
    executable(jdk.resolve("bin/javac"), FAKE_JAVA);
    Path old = Files.createDirectories(folder.resolve("old"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    executable(Files.createDirectories(old.resolve("bin")).resolve("java"), FAKE_JAVA);
    Path settings = Files.createDirectories(folder.resolve(".m2"));
    Files.writeString(
        settings.resolve("toolchains.xml"),
        "<jdkHome>" + jdk + "</jdkHome>\n<jdkHome>x</jdkHome>\n");
    executable(old.resolve("bin/mvn"), "#!/bin/sh\necho \"[ERROR] built by $JAVA_HOME\"\n");
    Map<String, String> environment =
        Map.of(
            "HOME", folder.toString(),
            "JAVA_HOME", old.toString(),
            "PATH", old.resolve("bin") + ":/usr/bin:/bin");
    assertThat(launch(environment, "--java-home").out()).isEqualTo(jdk + "\n");
    classPath(folder.resolve("moved/core.jar").toString());
    assertThat(launch(environment, "--version").err()).contains("[ERROR] built by " + jdk + "\n");
  }

  @Test
  void reportsAJarThatTheBuildDoesNotCreate() throws Exception {
    fakeJdk(21);
    classPath(folder.resolve("moved/core.jar").toString());
    executable(folder.resolve("mvn"), "#!/bin/sh\n");
    Ended ended = launch(Map.of("PATH", folder + ":" + System.getenv("PATH")), "--version");
    assertThat(ended.code()).isOne();
    assertThat(ended.err()).contains("cannot read " + folder + "/moved/core.jar");
  }

  @Test
  void leavesOutTheFirstWarningsOfTheVirtualMachine() throws Exception {
    fakeJdk(21);
    String incubator = "WARNING: Using incubator modules: jdk.incubator.vector\\n";
    String archive =
        "VM warning: -XX:+AutoCreateSharedArchive is unsupported when base CDS archive is not"
            + " loaded. Run with -Xlog:cds for more info.\\n";
    for (String warnings : List.of("", incubator, archive + incubator)) {
      executable(
          jdk.resolve("bin/java"),
          "#!/bin/sh\nprintf '"
              + warnings
              + "isogloss: no such index\\n"
              + incubator
              + "' >&2\nsleep 1\n");
      assertThat(launch(Map.of(), "search", "x").err())
          .isEqualTo(
              "isogloss: no such index\nWARNING: Using incubator modules: jdk.incubator.vector\n");
    }
  }

  @Test
  void passesArgumentsInEveryScript() throws Exception {
    fakeJdk(21);
    assertThat(launch(Map.of("LC_ALL", "C"), "search", "--index", "индекс", "кофе").out())
        .contains("[search][--index][индекс][кофе]\n");
  }

  @Test
  void indexesAndFindsEveryScriptWithoutALocale() throws Exception {
    Path documents = Files.createDirectories(folder.resolve("документы"));
    Files.writeString(documents.resolve("кофе.txt"), "Кофе растёт в горах.");
    Files.writeString(documents.resolve("чай.txt"), "Чай пьют горячим.");
    Map<String, String> environment =
        Map.of("LC_ALL", "C", "ISOGLOSS_OPTS", "-XX:-AutoCreateSharedArchive");
    Ended indexed =
        launch(environment, "index", "документы", "--index", "индекс", "--model", "none");
    assertThat(indexed.code()).as(indexed.err()).isZero();
    Ended found = launch(environment, "search", "кофе", "--index", "индекс", "--json");
    assertThat(found.out()).contains("\"query\" : \"кофе\"", "\"id\" : \"кофе.txt\"");
    assertThat(found.err().lines()).noneMatch(line -> line.contains("WARNING"));
    assertThat(folder.resolve("индекс/isogloss.json")).exists();
  }

  @Test
  void rejectsArgumentsThatJavaCannotDecode() throws Exception {
    List<String> command =
        List.of(
            jdk.resolve("bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "org.isogloss.cli.Isogloss",
            "search",
            "кофе");
    Ended ended = run(Map.of("LC_ALL", "C"), command);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("cannot be decoded", "LC_ALL=C.UTF-8");
  }

  @Test
  void rejectsArgumentsThatAreNotUtf8() throws Exception {
    Ended ended =
        run(
            Map.of("LC_ALL", "C", "ISOGLOSS_OPTS", "-XX:-AutoCreateSharedArchive"),
            List.of(BASH.toString(), "-c", "'" + root + "/isogloss' search $'gr\\xfcn'"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("not valid UTF-8");
  }

  @Test
  void namesALimitOfOpenFilesThatIsTooLow() throws Exception {
    List<String> command =
        List.of(BASH.toString(), "-c", "ulimit -n 64; exec \"$0\" --version", root + "/isogloss");
    Ended low = run(Map.of(), command);
    assertThat(low.err())
        .isEqualTo(
            "isogloss requires at least 256 open files, but the limit is 64: raise it, such as by"
                + " ulimit -n 1024\n");
    assertThat(low.code()).isEqualTo(1);
  }
}
