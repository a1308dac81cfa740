// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

/** Texts in golden files, in which characters are escaped as in Java. */
final class EscapedText {
  private EscapedText() {}

  static String unescape(String escaped) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '\\') {
        text.append(c);
      } else if (escaped.charAt(++i) == 'u') {
        text.append((char) Integer.parseInt(escaped, i + 1, i + 5, 16));
        i += 4;
      } else {
        text.append('\\');
      }
    }
    return text.toString();
  }
}
