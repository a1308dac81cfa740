// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class OpenDocumentContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.odt";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("|Rivers\n\nA long one.");
  }

  @Override
  public byte[] file() throws IOException {
    return zip(
        Map.of(
            "mimetype", "application/vnd.oasis.opendocument.text",
            "content.xml", "<o xmlns:t=\"t\"><t:h>Rivers</t:h><t:p>A long<t:s/>one.</t:p></o>"));
  }

  @Override
  public boolean mayBeCompressed() {
    return false;
  }
}
