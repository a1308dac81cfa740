// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Checking and display of text that users supply, and a cache.
 *
 * <p>{@link IdValidator} defines which ids of documents and queries are allowed, {@link
 * NameSuggestions} finds the known name nearest to a mistyped one, {@link DisplayText} replaces
 * control characters and bidirectional overrides before text of unknown origin is displayed. {@link
 * LruCache} keeps what was used last.
 */
package org.isogloss.core.util;
