// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.isogloss.data.DocumentFileContractTest;

class TarContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "documents.tar";
  }

  @Override
  public DataFormat format() {
    return DataFormat.ARCHIVE;
  }

  @Override
  public List<String> expected() {
    return List.of("|Ein Brief", "|x");
  }

  @Override
  public byte[] file() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      add(tar, "a/brief.de.txt", "Ein Brief");
      add(tar, "b.jsonl", "{\"id\": \"1\", \"text\": \"x\"}\n");
    }
    return bytes.toByteArray();
  }

  private static void add(TarArchiveOutputStream tar, String name, String text) throws IOException {
    byte[] content = text.getBytes(UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }
}
