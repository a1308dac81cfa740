// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import org.isogloss.core.util.DisplayText;

/** A writer that makes text safe to display, see {@link DisplayText}. */
final class SanitizingWriter extends FilterWriter {
  SanitizingWriter(Writer out) {
    super(out);
  }

  @Override
  public void write(int c) throws IOException {
    out.write(DisplayText.of((char) c));
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    write(new String(text, offset, length), 0, length);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    out.write(DisplayText.of(text.substring(offset, offset + length)));
  }
}
