// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The archives, unpacked on a read-only path with spaces and run there by another user. */
@ExtendWith(InstallationExtension.class)
class ArchiveTest {
  private static final String VERSION = Installation.VERSION;
  private static final List<String> PLATFORMS = List.of("linux-", "macosx-", "windows-");

  @TempDir private static Path temporary;
  private static Installation installation;

  /** Size and permission bits of a file in an archive. */
  private record Entry(long size, int mode) {}

  @BeforeAll
  static void unpack(Installation unpacked) {
    installation = unpacked;
  }

  private static Map<String, Entry> tar() throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    try (TarArchiveInputStream in =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(
                Files.newInputStream(Installation.archive(Installation.FULL, ".tar.gz"))))) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.isDirectory()) {
          entries.put(entry.getName(), new Entry(entry.getSize(), entry.getMode() & 0777));
        }
      }
    }
    return entries;
  }

  private static Map<String, Entry> zip() throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    try (ZipFile zip =
        ZipFile.builder().setPath(Installation.archive(Installation.FULL, ".zip")).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        if (!entry.isDirectory()) {
          entries.put(entry.getName(), new Entry(entry.getSize(), entry.getUnixMode() & 0777));
        }
      }
    }
    return entries;
  }

  private static List<String> jars() throws IOException {
    try (Stream<Path> files = Files.list(installation.home().resolve("lib"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void bothArchivesHoldTheSameFilesInOneFolder() throws IOException {
    Map<String, Entry> entries = tar();
    assertThat(zip()).isEqualTo(entries);
    String folder = "isogloss-" + VERSION + "/";
    assertThat(entries.keySet()).allMatch(name -> name.startsWith(folder));
    assertThat(entries)
        .containsKeys(
            folder + "LICENSE",
            folder + "NOTICE",
            folder + "README.md",
            folder + "bin/isogloss.bat",
            folder + "lib/isogloss.jar",
            folder + "licenses/README.txt",
            folder + "licenses/THIRD-PARTY.txt",
            folder + "recipes/compact.yaml",
            folder + "share/bash-completion/completions/isogloss",
            folder + "share/fish/vendor_completions.d/isogloss.fish",
            folder + "share/man/man1/isogloss-search.1",
            folder + "share/zsh/site-functions/_isogloss");
    assertThat(entries.get(folder + "bin/isogloss").mode()).isEqualTo(0755);
    assertThat(entries.get(folder + "README.md").mode()).isEqualTo(0644);
  }

  @Test
  void manifestNamesEveryJarAndNoOther() throws IOException {
    try (JarFile jar = new JarFile(installation.home().resolve("lib/isogloss.jar").toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue(Attributes.Name.MAIN_CLASS))
          .isEqualTo("org.isogloss.cli.Isogloss");
      assertThat(manifest.getValue(Attributes.Name.CLASS_PATH).split(" "))
          .containsExactlyInAnyOrderElementsOf(
              jars().stream().filter(name -> !name.equals("isogloss.jar")).toList());
    }
  }

  @Test
  void onlyTheNativeLibrariesOfThisPlatformAreCopied() throws IOException {
    String platform = System.getProperty("isogloss.platform");
    assertThat(jars()).anyMatch(jar -> jar.startsWith("pytorch-") && jar.contains(platform));
    assertThat(jars())
        .filteredOn(jar -> PLATFORMS.stream().anyMatch(jar::contains))
        .allMatch(jar -> jar.contains(platform));
  }

  @Test
  void everyLibraryIsListedWithALicence() throws IOException {
    List<String> listed =
        Files.readAllLines(installation.home().resolve("licenses/THIRD-PARTY.txt"));
    for (String jar : jars()) {
      if (!jar.startsWith("isogloss")) {
        String artifact = jar.replaceFirst("-\\d.*", "");
        assertThat(listed)
            .as(jar)
            .anyMatch(line -> line.strip().startsWith("(") && line.contains(":" + artifact + ":"));
      }
    }
  }

  @Test
  void weightsAreStoredInTheJarsOfModels() throws IOException {
    Path jar;
    try (Stream<Path> jars = Files.list(installation.home().resolve("lib"))) {
      jar = jars.filter(file -> file.toString().contains("isogloss-model-tiny-")).findAny().get();
    }
    try (JarFile model = new JarFile(jar.toFile())) {
      assertThat(model.stream())
          .filteredOn(entry -> entry.getName().endsWith(".safetensors"))
          .isNotEmpty()
          .allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
    }
  }

  /** The JDK of this test, and others of 21 or newer that are installed next to it. */
  static Stream<Path> jdks() throws IOException {
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> siblings = Files.list(own.getParent())) {
      return Stream.concat(Stream.of(own), siblings.sorted().filter(jdk -> release(jdk) >= 21))
          .map(ArchiveTest::real)
          .distinct()
          .toList()
          .stream();
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The major version of a JDK; 0 if the folder is none. */
  private static int release(Path jdk) {
    try {
      return Files.readAllLines(jdk.resolve("release")).stream()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D*(\\d+).*", "$1")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void indexesAndSearches(Path jdk) throws Exception {
    Path work = installation.workFolder(temporary.resolve("work " + release(jdk)));
    Files.writeString(
        work.resolve("docs.jsonl"),
        """
        {"id": "cat", "language": "de", "text": "Die Katze liegt auf dem Sofa und schläft."}
        {"id": "bank", "language": "fr", "text": "La banque centrale a relevé ses taux d'intérêt."}
        {"id": "rain", "language": "ru", "text": "Завтра весь день будет идти дождь."}
        """);
    installation.run(jdk, work, "index", "docs.jsonl", "--index", "my index", "--model", "tiny");
    String found =
        installation.run(
            jdk, work, "search", "Wird es morgen regnen?", "--index", "my index", "--json");
    JsonNode hits = new ObjectMapper().readTree(found).get("hits");
    assertThat(hits.get(0).get("id").asText()).isEqualTo("rain");
    assertThat(hits.get(0).get("snippet").asText()).contains("дождь");
  }

  @Test
  void printsItsVersionAndHelp() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    Path work = installation.workFolder(temporary.resolve("help"));
    assertThat(installation.run(jdk, work, "--version")).startsWith("isogloss " + VERSION);
    assertThat(installation.run(jdk, work, "help", "search")).startsWith("Usage: isogloss search");
    assertThat(installation.run(jdk, work, "help", "filters")).startsWith("# Fields and filters");
  }

  @Test
  void runsThroughASymbolicLink() throws Exception {
    assumeThat(Installation.WINDOWS).isFalse();
    Path work = installation.workFolder(temporary.resolve("linked"));
    Path link =
        Files.createSymbolicLink(
            work.resolve("isogloss"), installation.home().resolve("bin/isogloss"));
    Path jdk = Path.of(System.getProperty("java.home"));
    assertThat(installation.run(link, jdk, work, "--version")).contains(VERSION);
  }

  @Test
  void windowsLauncherHasWindowsLineEndings() throws IOException {
    String script = Files.readString(installation.home().resolve("bin/isogloss.bat"));
    assertThat(script.lines().count()).isEqualTo(script.split("\r\n").length);
    assertThat(Arrays.asList(script.toLowerCase(Locale.ROOT).split("\r\n")))
        .contains("@echo off", "exit /b %code%");
  }
}
