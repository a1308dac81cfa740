// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import javax.management.JMException;
import org.isogloss.cli.console.Console;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.NativeLibraryCache;

/** Checks of Java and of what the system allows. */
final class EnvironmentChecks {
  static final long LEAST_MEMORY = 2_000_000_000L;
  static final long LEAST_HEAP = 500_000_000L;
  static final long LEAST_FREE_DISK = 200_000_000L;
  static final long LEAST_OPEN_FILES = 1_024;

  private EnvironmentChecks() {}

  static List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(vectors(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()));
    findings.add(encoding(System.getProperty("sun.jnu.encoding", "")));
    findings.add(
        memory(
            attribute("TotalMemorySize").orElse(Long.MAX_VALUE), Runtime.getRuntime().maxMemory()));
    attribute("MaxFileDescriptorCount").ifPresent(limit -> findings.add(openFiles(limit)));
    findings.add(cache(NativeLibraryCache.folder()));
    return findings;
  }

  /** Returns an attribute of the operating system; empty if this platform does not have it. */
  private static OptionalLong attribute(String name) {
    try {
      Object value =
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(ManagementFactory.getOperatingSystemMXBean().getObjectName(), name);
      return OptionalLong.of((Long) value);
    } catch (JMException e) {
      return OptionalLong.empty();
    }
  }

  private static Finding java() {
    return Finding.ok(
        "Java",
        Runtime.version()
            + " of "
            + System.getProperty("java.vendor", "an unknown vendor")
            + " in "
            + System.getProperty("java.home", "")
            + ", "
            + System.getProperty("os.name", "")
            + " "
            + System.getProperty("os.arch", ""));
  }

  static Finding vectors(boolean found) {
    return found
        ? Finding.ok("vector module", "jdk.incubator.vector is in use")
        : Finding.warning(
            "vector module",
            "Java runs without jdk.incubator.vector, so that dense search is slower",
            "use the launcher, and a JDK or a runtime that has this module");
  }

  static Finding encoding(String name) {
    boolean unicode =
        Charset.isSupported(name) && Charset.forName(name).equals(StandardCharsets.UTF_8);
    return unicode
        ? Finding.ok("encoding", "UTF-8")
        : Finding.warning(
            "encoding",
            "arguments and names of files are in " + (name.isEmpty() ? "an unknown code" : name),
            "set LC_ALL=C.UTF-8; on Windows switch on UTF-8 in the settings of the region");
  }

  static Finding memory(long total, long heap) {
    String found = gigabytes(heap) + " of heap, of " + gigabytes(total) + " of memory";
    if (total < LEAST_MEMORY) {
      return Finding.warning("memory", found, "use the model tiny, or a machine with 2 GB or more");
    }
    return heap < LEAST_HEAP
        ? Finding.warning("memory", found, "allow more heap: ISOGLOSS_OPTS=-Xmx1g")
        : Finding.ok("memory", found);
  }

  static Finding openFiles(long limit) {
    String found = Console.formatCount(limit) + " open files allowed";
    return limit < LEAST_OPEN_FILES
        ? Finding.warning("open files", found, "raise the limit: ulimit -n 65536")
        : Finding.ok("open files", found);
  }

  /** Checks that native libraries can be unpacked. Whether they can be loaded, they show. */
  static Finding cache(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "doctor", ".tmp"));
      long free = folder.toFile().getUsableSpace();
      String found = folder + ", " + gigabytes(free) + " free";
      return free < LEAST_FREE_DISK
          ? Finding.warning("cache", found, "free space, or set XDG_CACHE_HOME to another disk")
          : Finding.ok("cache", found);
    } catch (IOException e) {
      return Finding.warning(
          "cache",
          folder + " cannot be written: " + FileErrors.describe(e),
          "set XDG_CACHE_HOME to a folder that can be written");
    }
  }

  private static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
