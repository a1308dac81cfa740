// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Where indexes are stored.
 *
 * <p>Start with {@link IndexLocation}: a folder, or what an {@link IndexLocationProvider} makes of
 * an address. {@link OpenIndex} is an index at a location that is open for searching.
 */
package org.isogloss.search.storage;
