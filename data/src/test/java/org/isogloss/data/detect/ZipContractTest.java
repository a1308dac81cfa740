// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.isogloss.data.DocumentFileContractTest;

class ZipContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "documents.zip";
  }

  @Override
  public DataFormat format() {
    return DataFormat.ARCHIVE;
  }

  @Override
  public List<String> expected() {
    return List.of("|Ein Brief", "t|x", "|y");
  }

  @Override
  public byte[] file() throws IOException {
    return zip(
        Map.of(
            "a/brief.de.txt", "Ein Brief",
            "a/c.jsonl", "{\"id\": \"1\", \"title\": \"t\", \"text\": \"x\"}\n",
            "b.md", "y"));
  }

  @Override
  public boolean mayBeCompressed() {
    return false;
  }
}
