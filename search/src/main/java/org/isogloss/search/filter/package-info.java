// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Compilation of filters.
 *
 * <p>{@link FilterCompiler} checks a {@link org.isogloss.api.filter.Filter} against {@link
 * FilterFields} and turns it into a query by {@link FilterQueries}.
 */
package org.isogloss.search.filter;
