// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The reading side of an index, independent of where it is stored.
 *
 * <p>Start with {@link IndexSnapshot}. {@link CandidatePassages} finds passages by words and by
 * vectors within a {@link PassageScope}; {@link StoredPassages} returns what is stored with them.
 */
package org.isogloss.search.reader;
