// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The queries of a pipe or a file, one on each line, in UTF-8. */
final class PipedQueries implements QuerySource {
  private final BufferedReader lines;

  PipedQueries(InputStream in) {
    lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  @Override
  public Optional<Line> next() {
    try {
      String line = lines.readLine();
      while (line != null && line.isBlank()) {
        line = lines.readLine();
      }
      return Optional.ofNullable(line).map(QueryLine::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
