// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * A file or model from which a model was made.
 *
 * @param name a file's name, or coordinates such as {@code maven:group:artifact:version}
 * @param sha256 checksum of its bytes, 64 lower-case hexadecimal digits
 * @param licence its licence, as an SPDX identifier if there is one; empty if it is not known
 */
public record ProvenanceSource(String name, String sha256, String licence) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  public ProvenanceSource {
    requireNonNull(licence, "licence is null");
    if (requireNonNull(name, "name is null").isBlank()) {
      throw new IllegalArgumentException("a source needs a name");
    }
    if (!SHA256.matcher(requireNonNull(sha256, "sha256 is null")).matches()) {
      throw new IllegalArgumentException(
          "sha256 of " + name + " is \"" + sha256 + "\", expected 64 hexadecimal digits");
    }
  }
}
