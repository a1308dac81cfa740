// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Checking and display of text that users supply, a cache, and dot products.
 *
 * <p>{@link IdValidator} defines which ids of documents and queries are allowed, {@link
 * NameSuggestions} finds the known name nearest to a mistyped one, {@link DisplayText} replaces
 * control characters and bidirectional overrides before text of unknown origin is displayed. {@link
 * LruCache} keeps what was used last, and {@link DotProducts} sums in a fixed order.
 */
package org.isogloss.core.util;
