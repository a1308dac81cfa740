// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

/**
 * Numbers of sentence pairs in which words were not sought.
 *
 * @param malformed pairs that cannot be read, such as lines with one column
 * @param tooLong pairs with a sentence that is longer than the limit
 */
public record PairsLeftOut(long malformed, long tooLong) {}
