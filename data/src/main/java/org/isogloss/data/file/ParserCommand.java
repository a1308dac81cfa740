// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts {@link ParserMain} with the Java and the classes of this process, which
 * are on the class path, on the module path, or in a runtime that {@code jlink} made.
 */
final class ParserCommand {
  private ParserCommand() {}

  /**
   * Returns the command.
   *
   * @param heapMiB the maximum size of the heap, in MiB
   */
  static List<String> of(int heapMiB) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMiB + "m");
    command.addAll(
        List.of(
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC", // A concurrent one would take memory and threads.
            "-XX:TieredStopAtLevel=1", // Most runs end before optimised code repays its
            // compilation.
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.awt.headless=true"));
    Module module = ParserMain.class.getModule();
    String main = ParserMain.class.getName();
    if (!module.isNamed()) {
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
      return command;
    }
    String modulePath = System.getProperty("jdk.module.path", "");
    if (!modulePath.isEmpty()) {
      // PDFBox, which has no descriptor, cannot say which modules it needs.
      command.addAll(List.of("-p", modulePath, "--add-modules", "ALL-MODULE-PATH"));
    }
    command.addAll(List.of("-m", module.getName() + "/" + main));
    return command;
  }
}
