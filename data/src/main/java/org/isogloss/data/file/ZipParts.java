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
  private final ZipFile zip;
  private final ParsingBudget budget;
  private int read;

  private ZipParts(ZipFile zip, ParsingBudget budget) {
    this.zip = zip;
    this.budget = budget;
  }

  static ZipParts open(Path file, ParsingBudget budget) throws IOException {
    return new ZipParts(new ZipFile(file.toFile()), budget);
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
      byte[] bytes = in.readNBytes(budget.bytes() - read + 1);
      budget.requireBytes((long) read + bytes.length);
      read += bytes.length;
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
