// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class ManualPageContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.1";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("BRIDGE(1)|NAME\nbridge - cross a río\n\nA long river.\n\nname length");
  }

  @Override
  public byte[] file() {
    return """
        .TH BRIDGE 1
        .SH NAME
        bridge \\- cross a río
        .PP
        A long
        .B river.
        .TS
        l l.
        name\tlength
        .TE
        """
        .getBytes(UTF_8);
  }
}
