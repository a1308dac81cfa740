// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class EpubContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.epub";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("Bridges|First.\n\nSecond.");
  }

  @Override
  public byte[] file() throws IOException {
    return zip(
        Map.of(
            "mimetype",
            "application/epub+zip",
            "META-INF/container.xml",
            "<c><rootfile full-path=\"b.opf\"/></c>",
            "b.opf",
            """
            <package xmlns:dc="d"><metadata><dc:title>Bridges</dc:title></metadata>
            <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
            <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
            <itemref idref="a"/><itemref idref="b"/></package>
            """,
            "a.xhtml",
            "<html><body><p>First.</p></body></html>",
            "b.xhtml",
            "<html><body><p>Second.</p></body></html>"));
  }

  @Override
  public boolean mayBeCompressed() {
    return false;
  }
}
