// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class OutputFileTest {
  @TempDir private Path folder;

  private static void write(Path file, String text) {
    try (OutputFile output = OutputFile.open(file)) {
      output.stream().write(text.getBytes(UTF_8));
      output.commit();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assumeTrue(process.exitValue() == 0);
  }

  @Test
  void appearsAsAWholeOnCommit() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    try (OutputFile output = OutputFile.open(file)) {
      output.stream().write("new".getBytes(UTF_8));
      output.stream().flush();
      assertThat(file).hasContent("old");
      output.commit();
    }
    assertThat(file).hasContent("new");
    assertThat(folder).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  void discardsTheOutputWithoutCommit() throws IOException {
    Path file = folder.resolve("file");
    try (OutputFile output = OutputFile.open(file)) {
      output.stream().write(new byte[100_000]);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void cannotBeCommittedAfterAFailure() throws Exception {
    Path device = folder.resolve("full");
    Process mknod = new ProcessBuilder("mknod", device.toString(), "c", "1", "7").start();
    // Only root may create a device; other users cannot replace the existing one.
    Path full = mknod.waitFor() == 0 ? device : Path.of("/dev/full");
    try (OutputFile output = OutputFile.open(full)) {
      output.stream().write(1);
      assertThatThrownBy(() -> output.stream().flush()).isInstanceOf(IOException.class);
      assertThatThrownBy(output::commit)
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith(full + ": no space left");
    }
    assertThat(Files.isRegularFile(full)).isFalse();
  }

  @Test
  void rejectsWritesAfterCommit() {
    OutputFile output = OutputFile.open(folder.resolve("file"));
    output.commit();
    assertThatThrownBy(() -> output.stream().write(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(output::commit).isInstanceOf(IllegalStateException.class);
    output.close();
    assertThat(folder.resolve("file")).isEmptyFile();
  }

  @Test
  void finishedFilesAppearOnlyOnCommit() throws IOException {
    try (OutputFile one = OutputFile.open(folder.resolve("one"));
        OutputFile other = OutputFile.open(folder.resolve("other"))) {
      one.stream().write(1);
      one.finish();
      other.finish();
      assertThat(folder.resolve("one")).doesNotExist();
      one.commit();
      other.commit();
    }
    assertThat(folder.resolve("one")).hasSize(1);
    assertThat(folder.resolve("other")).isEmptyFile();
  }

  @Test
  void replacesTheTargetOfLinks() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "old");
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path middle = Files.createSymbolicLink(inner.resolve("middle"), Path.of("../target"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), middle.toAbsolutePath());
    write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(middle).isSymbolicLink();
    assertThat(Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(target).hasContent("new");
  }

  @Test
  void createsTheTargetOfADanglingLink() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("inner/made"));
    write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(inner.resolve("made")).hasContent("new");
    Path lost = Files.createSymbolicLink(folder.resolve("lost"), Path.of("none/made"));
    assertThatThrownBy(() -> OutputFile.open(lost))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(lost + ": ");
  }

  @Test
  void rejectsLoopsOfLinks() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
    Files.createSymbolicLink(folder.resolve("other"), Path.of("link"));
    assertThatThrownBy(() -> OutputFile.open(link))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(link + ": its symbolic links form a loop: correct them");
  }

  @Test
  void rejectsFoldersAndMissingParents() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    for (Path rejected : new Path[] {folder, link, Path.of("/")}) {
      assertThatThrownBy(() -> OutputFile.requireWritable(rejected))
          .hasMessage(rejected + ": is a folder, expected the name of a file to write");
      assertThatThrownBy(() -> OutputFile.open(rejected))
          .hasMessage(rejected + ": is a folder, expected the name of a file to write");
    }
    Path lost = folder.resolve("none/file");
    assertThatThrownBy(() -> OutputFile.requireWritable(lost))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(lost + ": the folder " + lost.getParent() + " does not exist: create it first");
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> OutputFile.open(file.resolve("below")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageNotContaining("Exception");
    assertThatThrownBy(() -> OutputFile.open(Path.of("")))
        .hasMessage("the name of an output file is empty, expected a name or -");
  }

  @Test
  void keepsThePermissionsOfAReplacedFile() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    write(file, "new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-rw-");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (OutputFile output = OutputFile.open(file);
        var files = Files.list(folder)) {
      output.stream().write(1);
      assertThat(files)
          .hasSize(2)
          .allSatisfy(
              one ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void acceptsTheLongestNames() throws IOException {
    String longest = "長".repeat(85); // 255 bytes
    write(folder.resolve(longest), "text");
    assertThat(folder.resolve(longest)).hasContent("text");
    Path longer = folder.resolve(longest + "x");
    assertThatThrownBy(() -> write(longer, "text"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(longer + ": the name is too long: choose a shorter one");
    assertThat(folder).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void writesThroughPipes() throws Exception {
    Path pipe = folder.resolve("pipe");
    run("mkfifo", pipe.toString());
    Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
    for (Path named : new Path[] {pipe, link}) {
      CompletableFuture<String> read =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return Files.readString(pipe);
                } catch (IOException e) {
                  return e.toString();
                }
              });
      write(named, "through the pipe");
      assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo("through the pipe");
      assertThat(Files.isRegularFile(pipe)).isFalse();
    }
    assertThat(folder).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void patchesBeforeWritingToAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    run("mkfifo", pipe.toString());
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                return new byte[0];
              }
            });
    for (Path file : new Path[] {pipe, folder.resolve("file")}) {
      try (OutputFile output = OutputFile.openPatchable(file)) {
        output.stream().write("0 rows".getBytes(UTF_8));
        output.patch(0, ByteBuffer.wrap("7".getBytes(UTF_8)));
        output.commit();
      }
    }
    assertThat(read.get(60, TimeUnit.SECONDS)).asString(UTF_8).isEqualTo("7 rows");
    assertThat(folder.resolve("file")).hasContent("7 rows");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void reportsABrokenPipeWhenTheReaderEnds() throws Exception {
    Path pipe = folder.resolve("pipe");
    run("mkfifo", pipe.toString());
    Process reader = new ProcessBuilder("sh", "-c", "exec 3<\"$0\"", pipe.toString()).start();
    try (OutputFile output = OutputFile.open(pipe)) {
      assertThat(reader.waitFor(60, TimeUnit.SECONDS)).isTrue();
      output.stream().write(1);
      assertThatThrownBy(output::commit)
          .isInstanceOf(BrokenPipeException.class)
          .hasMessage(pipe + ": the program that reads the output has ended");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void recognisesStandardOutputByItsNames() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/stdout"));
    for (Path named :
        new Path[] {
          Path.of("-"),
          Path.of("/dev/stdout"),
          Path.of("/dev/fd/1"),
          Path.of("/proc/self/fd/1"),
          Path.of("/proc/thread-self/fd/1"),
          link
        }) {
      assertThat(OutputFile.isStandardOutput(named)).as("%s", named).isTrue();
    }
    for (Path named :
        new Path[] {Path.of("./-"), Path.of("/dev/stderr"), Path.of("/dev/null"), folder}) {
      assertThat(OutputFile.isStandardOutput(named)).as("%s", named).isFalse();
    }
    assertThatThrownBy(() -> OutputFile.open(Path.of("/dev/stdin")))
        .hasMessage("/dev/stdin: is standard input, expected a file to write");
  }

  @Test
  void createsParentFolders() throws IOException {
    Path file = folder.resolve("one/two/file");
    OutputFile.createParentFolders(file);
    OutputFile.createParentFolders(file);
    assertThat(file.getParent()).isEmptyDirectory();
    Path taken = Files.createFile(folder.resolve("taken"));
    assertThatThrownBy(() -> OutputFile.createParentFolders(taken.resolve("below/file")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("its folder cannot be created")
        .hasMessageNotContaining("Exception");
    assertThatThrownBy(() -> OutputFile.createParentFolders(taken.resolve("file")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageEndingWith(taken + " is in the way: remove it, or choose another name");
  }
}
