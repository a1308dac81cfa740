// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.isogloss.data.MalformedRecordException;

/**
 * The parts of a document that is a ZIP archive. All parts together are bounded, because a small
 * archive can contain endless zeros.
 */
final class ZipParts implements Closeable {
  private static final int MAX_BYTES = 128 << 20;

  private final ZipFile zip;
  private int remaining = MAX_BYTES;

  private ZipParts(ZipFile zip) {
    this.zip = zip;
  }

  static ZipParts open(Path file) throws IOException {
    return new ZipParts(new ZipFile(file.toFile()));
  }

  boolean has(String name) {
    return zip.getEntry(name) != null;
  }

  /** Returns the content of a part. */
  Optional<byte[]> find(String name) throws IOException, MalformedRecordException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(remaining + 1);
      if (bytes.length > remaining) {
        throw new MalformedRecordException(
            "has more than 128 MiB of text, expected a shorter document: split it");
      }
      remaining -= bytes.length;
      return Optional.of(bytes);
    }
  }

  byte[] get(String name) throws IOException, MalformedRecordException {
    return find(name)
        .orElseThrow(
            () ->
                new MalformedRecordException(
                    "has no part " + name + ": it is damaged; get a complete copy"));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
