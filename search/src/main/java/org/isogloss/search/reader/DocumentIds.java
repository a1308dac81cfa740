// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list of documents.
 *
 * @param ids ids in the order of the list
 * @param last the position of the last one, in a form that the index chooses; empty if none follows
 */
public record DocumentIds(List<String> ids, Optional<String> last) {
  public DocumentIds {
    ids = List.copyOf(ids);
  }
}
