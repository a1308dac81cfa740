// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import org.isogloss.core.io.Checksums;

/**
 * A file in the listing of a hub.
 *
 * @param name path within the model
 * @param size in bytes
 * @param sha256 checksum of its bytes; only for large files
 * @param blob its Git blob id, SHA-1; for large files, the id of the pointer file
 */
public record HubFile(String name, long size, Optional<String> sha256, String blob) {
  /** Returns whether it holds weights; all other files describe the model. */
  boolean isLarge() {
    return name.endsWith(".safetensors") || name.startsWith("onnx/");
  }

  /** Returns the difference between a downloaded file and this listing; empty if they match. */
  Optional<String> findMismatch(Path fetched) throws IOException {
    long found = Files.size(fetched);
    if (found != size) {
      return Optional.of("has " + found + " bytes, expected " + size);
    }
    if (sha256.isPresent()) {
      return differs("SHA-256", Checksums.sha256(fetched), sha256.get());
    }
    MessageDigest digest = Checksums.sha1();
    digest.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
    try (InputStream in = Files.newInputStream(fetched)) {
      Checksums.updateFully(digest, in);
    }
    return differs("Git blob SHA-1", Checksums.hex(digest), blob);
  }

  private static Optional<String> differs(String what, String found, String expected) {
    return found.equals(expected)
        ? Optional.empty()
        : Optional.of("has " + what + " " + found + ", expected " + expected);
  }
}
