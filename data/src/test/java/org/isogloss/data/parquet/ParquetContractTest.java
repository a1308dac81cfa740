// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class ParquetContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "documents.parquet";
  }

  @Override
  public DataFormat format() {
    return DataFormat.PARQUET;
  }

  @Override
  public List<String> expected() {
    return List.of("|one", "|two");
  }

  @Override
  public byte[] file() throws IOException {
    try (InputStream in = ParquetContractTest.class.getResourceAsStream("types.parquet")) {
      return in.readAllBytes();
    }
  }

  @Override
  public boolean mayBeCompressed() {
    return false;
  }
}
