// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Requests, results and documents as JSON, as the server sends and the command line prints them.
 *
 * <p>Each class writes one kind of value and reads what it wrote. Positions are UTF-16 units. Begin
 * with {@link SearchResultsJson}.
 */
@NullMarked
package org.isogloss.api.json;

import org.jspecify.annotations.NullMarked;
