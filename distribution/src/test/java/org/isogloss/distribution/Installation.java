// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * An unpacked archive, without write permission. {@link InstallationExtension} unpacks it.
 *
 * @param home the folder that holds bin and lib
 * @param user the command that runs another as a user who owns nothing; empty if this process may
 *     not change its user
 * @param classes an archive of classes that the commands of the tests share; the launcher would
 *     make one for each command, which takes longer than most commands
 */
record Installation(Path home, List<String> user, Path classes) {
  static final boolean WINDOWS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", "--");

  static final String VERSION = System.getProperty("isogloss.version");
  static final Path JDK = Path.of(System.getProperty("java.home"));
  static final String FULL = "isogloss";

  /** The archive without libtorch and the experiments of papers. */
  static final String SEARCH = "isogloss-search";

  /** A process that ended. */
  record Result(int exitCode, String out, String err) {}

  /** Returns the archive of a name, with the suffix {@code .tar.gz} or {@code .zip}. */
  static Path archive(String name, String suffix) {
    return Path.of("target", name + "-" + VERSION + suffix).toAbsolutePath();
  }

  /** Unpacks an archive into a folder whose name contains spaces and letters beyond ASCII. */
  static Installation unpack(String name, Path temporary) throws IOException {
    Path archive = archive(name, WINDOWS ? ".zip" : ".tar.gz");
    Path folder = Files.createDirectory(temporary.resolve("a path with späces"));
    try (InputStream file = Files.newInputStream(archive);
        ArchiveInputStream<?> in =
            WINDOWS
                ? new ZipArchiveInputStream(file)
                : new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
      for (ArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        extract(in, entry, folder);
      }
    }
    try (Stream<Path> content = Files.list(folder)) {
      List<Path> found = content.toList();
      assertThat(found).as("what the archive holds").hasSize(1);
      Installation installation =
          new Installation(found.get(0), otherUser(temporary), temporary.resolve("classes.jsa"));
      installation.writable(false);
      installation.archiveClasses(temporary);
      return installation;
    }
  }

  /** Writes the archive of the classes that the demo loads. */
  private void archiveClasses(Path temporary) throws IOException {
    Path work = Files.createDirectory(temporary.resolve("demo"));
    List<String> demo = List.of(launcher().toString(), "demo", "--model", "tiny", "--quiet");
    String options = "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=" + classes;
    try {
      Result result = execute(demo, JDK, work, work.resolve("cache"), options);
      assertThat(result.exitCode()).as(result.err()).isZero();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  private static void extract(InputStream in, ArchiveEntry entry, Path folder) throws IOException {
    Path path = entry.resolveIn(folder);
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    Files.copy(in, path);
    if (entry instanceof TarArchiveEntry tar && (tar.getMode() & 0100) != 0) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** The prefix of commands for another user, if that user can run the JDK of this test. */
  private static List<String> otherUser(Path temporary) throws IOException {
    if (WINDOWS || !System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = new ArrayList<>(AS_NOBODY);
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-version");
    try {
      Process java =
          new ProcessBuilder(command)
              .directory(temporary.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return java.waitFor() == 0 ? AS_NOBODY : List.of();
    } catch (IOException e) {
      return List.of(); // There is no setpriv.
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Gives or takes the permission to write to every file and folder of the installation. */
  void writable(boolean writable) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.toList()) {
        if (WINDOWS) {
          assertThat(file.toFile().setWritable(writable)).isTrue();
        } else {
          Set<PosixFilePermission> permissions =
              EnumSet.copyOf(Files.getPosixFilePermissions(file));
          if (writable) {
            permissions.add(PosixFilePermission.OWNER_WRITE);
          } else {
            permissions.remove(PosixFilePermission.OWNER_WRITE);
          }
          Files.setPosixFilePermissions(file, permissions);
        }
      }
    }
  }

  /** Creates a folder in which the user of the commands may write. */
  Path workFolder(Path folder) throws IOException {
    Files.createDirectory(folder);
    if (!WINDOWS) {
      Files.setPosixFilePermissions(
          folder.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    return folder;
  }

  /** Returns the launcher of this platform. */
  Path launcher() {
    return home.resolve("bin").resolve(WINDOWS ? "isogloss.bat" : "isogloss");
  }

  /** Runs the launcher as another user, requires that it succeeds, and returns its output. */
  String run(Path jdk, Path work, String... args) throws IOException, InterruptedException {
    return run(launcher(), jdk, work, args);
  }

  /** Runs a link to the launcher as another user. */
  String run(Path launcher, Path jdk, Path work, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(user);
    command.add(launcher.toString());
    command.addAll(List.of(args));
    Result result = execute(command, jdk, work, work.resolve("cache"), "");
    assertThat(result.exitCode()).as("%s: %s", command, result.err()).isZero();
    return result.out();
  }

  /** Runs a command with the JDK of this test and the shared archive of classes. */
  Result execute(List<String> command, Path work, Path cache)
      throws IOException, InterruptedException {
    return execute(command, JDK, work, cache, options());
  }

  /** Returns the flags of the JVM with which commands use the shared archive of classes. */
  String options() {
    return "-XX:-AutoCreateSharedArchive -XX:SharedArchiveFile=" + classes;
  }

  /**
   * Runs a command with a JDK; on Unix, the environment contains only the path, the JDK and the
   * cache.
   */
  private static Result execute(
      List<String> command, Path jdk, Path work, Path cache, String options)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(work, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(work.toFile()).redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    if (!WINDOWS) {
      String path = environment.get("PATH");
      environment.clear();
      environment.put("PATH", path);
    }
    environment.put("JAVA_HOME", jdk.toString());
    environment.put("XDG_CACHE_HOME", cache.toString());
    // Most processes end before optimised code would pay for its compilation.
    environment.put("ISOGLOSS_OPTS", "-XX:TieredStopAtLevel=1 " + options);
    Process process = builder.start();
    // The launcher's filter of messages may end after the command: a pipe ends with both.
    CompletableFuture<String> messages =
        CompletableFuture.supplyAsync(() -> readFully(process.getErrorStream()));
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after two minutes: " + command);
    }
    return new Result(process.exitValue(), Files.readString(out), messages.join());
  }

  private static String readFully(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
