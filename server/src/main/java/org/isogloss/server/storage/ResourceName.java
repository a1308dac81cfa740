// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.storage;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names that clients give to indexes, aliases and snapshots, which are names of folders too.
 */
public final class ResourceName {
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{0,99}");

  /** Maximum length of the name of a file, less what is added to it while it is written. */
  private static final int MAX_BYTES = 200;

  /** Names of devices in Windows, with any ending, in lower case. */
  private static final Pattern RESERVED =
      Pattern.compile("(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\\..*)?", Pattern.CASE_INSENSITIVE);

  private ResourceName() {}

  /**
   * Returns what is wrong with a name, to follow it in a message; empty if it is allowed. A folder
   * with an allowed name is inside its parent, and can be copied to any file system.
   */
  public static Optional<String> findProblem(String name) {
    if (!NAME.matcher(name).matches() || name.endsWith(".")) {
      return Optional.of(
          "is not allowed, expected 1 to 100 letters, digits, dots, underscores and hyphens, of"
              + " which the first is a letter or digit, and the last is no dot");
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      return Optional.of("has " + bytes + " bytes in UTF-8, expected at most " + MAX_BYTES);
    }
    if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
      return Optional.of(
          "has characters in a decomposed form, expected the composed form (Unicode NFC)");
    }
    return RESERVED.matcher(name).matches()
        ? Optional.of("is a reserved name of Windows: choose another one")
        : Optional.empty();
  }
}
