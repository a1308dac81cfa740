// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;

/**
 * An action that reads from Lucene's files.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface ReadAction<T> {
  T read() throws IOException;
}
