// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

/**
 * A term of an analysed field.
 *
 * @param field name of the field
 * @param text the term, as the analyzer of the field returns it
 */
public record IndexTerm(String field, String text) {}
