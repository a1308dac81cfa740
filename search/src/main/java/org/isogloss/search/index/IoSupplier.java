// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;

/**
 * A supplier that reads what it returns from files.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface IoSupplier<T> {
  T get() throws IOException;
}
