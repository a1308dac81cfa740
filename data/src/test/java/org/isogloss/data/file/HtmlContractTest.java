// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class HtmlContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.html";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("Brücken|Eine lange\n\nBrücke");
  }

  @Override
  public byte[] file() {
    return "<!DOCTYPE html><title>Brücken</title><body><p>Eine <b>lange</b><pre>Brücke</pre></body>"
        .getBytes(UTF_8);
  }
}
