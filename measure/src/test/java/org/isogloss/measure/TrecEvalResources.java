// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** The files of trec_eval among the test resources. */
final class TrecEvalResources {
  private TrecEvalResources() {}

  static Path file(String name) {
    URL url = Objects.requireNonNull(TrecEvalResources.class.getResource("trec/" + name), name);
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
