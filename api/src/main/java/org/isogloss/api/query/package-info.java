// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * The syntax of queries: the operators that users type between the words they look for.
 *
 * <p>{@link org.isogloss.api.query.QuerySyntax} divides a text into the words that are ranked and
 * the conditions that documents must meet, a {@link org.isogloss.api.filter.Filter}.
 */
@NullMarked
package org.isogloss.api.query;

import org.jspecify.annotations.NullMarked;
