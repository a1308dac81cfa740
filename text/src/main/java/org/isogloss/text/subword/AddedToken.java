// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/**
 * A token that is found in a text before the text is split into words.
 *
 * @param content its characters, not empty
 * @param normalized whether it is found in the normalised text
 */
public record AddedToken(String content, int id, boolean normalized) {
  public AddedToken {
    if (content.isEmpty()) {
      throw new IllegalArgumentException("the token " + id + " is empty");
    }
  }
}
