// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.ArrayList;
import java.util.List;

/** The text of a document whose pages are read one by one. */
final class PagedText {
  private final StringBuilder text = new StringBuilder();
  private final List<Integer> starts = new ArrayList<>();

  /** Adds a page; a page without paragraphs begins and ends where the next one begins. */
  void addPage(List<String> paragraphs) {
    String separator = text.isEmpty() ? "" : "\n\n";
    starts.add(text.length() + (paragraphs.isEmpty() ? 0 : separator.length()));
    if (!paragraphs.isEmpty()) {
      text.append(separator).append(String.join("\n\n", paragraphs));
    }
  }

  int length() {
    return text.length();
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** The offsets at which the pages begin, one for each page. */
  List<Integer> starts() {
    return List.copyOf(starts);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
