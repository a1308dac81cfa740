// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Checking and display of text that users supply, a cache, operations on vectors and probabilities,
 * margin-based scoring, and the release of resources.
 *
 * <p>{@link IdValidator} defines which ids of documents and queries are allowed, {@link
 * NameSuggestions} finds the known name nearest to a mistyped one, {@link DisplayText} replaces
 * control characters and bidirectional overrides before text of unknown origin is displayed, {@link
 * CodePointOrder} sorts as programs do that compare UTF-8. {@link LruCache} keeps what was used
 * last, {@link DotProducts} sums in a fixed order, {@link UnitVectors} scales vectors, {@link
 * LogOdds} converts probabilities, {@link Margin} scores pairs of translations, and {@link Cleanup}
 * releases several resources.
 */
@NullMarked
package org.isogloss.core.util;

import org.jspecify.annotations.NullMarked;
