// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class WordContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.docx";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("Bridges|A river.\n\nA note.");
  }

  @Override
  public byte[] file() throws IOException {
    String text = "<w:document xmlns:w=\"w\"><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:document>";
    return zip(
        Map.of(
            "word/document.xml", text.formatted("A river."),
            "word/footnotes.xml", text.formatted("A note."),
            "docProps/core.xml", "<c xmlns:dc=\"d\"><dc:title>Bridges</dc:title></c>"));
  }

  @Override
  public boolean mayBeCompressed() {
    return false;
  }
}
