// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Equivalent spellings of a text.
 *
 * <p>{@link TextNormalizer} gives texts that differ only in the way they are encoded or typed the
 * same characters: composed and decomposed letters, ligatures, widths, invisible characters,
 * apostrophes, digits. The result is a {@link NormalizedText}, which knows the place of each
 * character in the original text. {@link AccentFolding} removes the accents of a word, for readers
 * who type without them.
 */
package org.isogloss.text.normalization;
