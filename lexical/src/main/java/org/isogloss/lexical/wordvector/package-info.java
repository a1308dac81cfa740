// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Word vectors.
 *
 * <p>{@link WordVectors} holds the words of one language with their vectors, read from files in the
 * format of fastText. Begin with {@link WordVectors}.
 */
package org.isogloss.lexical.wordvector;
