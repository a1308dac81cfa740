// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** References between files by relative URLs. */
final class RelativeReference {
  private static final Pattern END = Pattern.compile("[?#].*", Pattern.DOTALL);

  private RelativeReference() {}

  /**
   * Returns the path of a reference, without query and fragment: {@code café.html} of {@code
   * caf%C3%A9.html#top}.
   */
  static String path(String reference) {
    String path = END.matcher(reference).replaceFirst("");
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path; // A file may have a percent sign in its name.
    }
  }
}
