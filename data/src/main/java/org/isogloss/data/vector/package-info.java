// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Files of vectors.
 *
 * <p>{@link FastTextVectors} reads and writes word vectors as text, the {@code .vec} format of
 * fastText. {@link NpyWriter} writes a float matrix in NumPy's format row by row; {@link NpyMatrix}
 * maps such a file into memory. Begin with {@link FastTextVectors} or {@link NpyMatrix}.
 */
package org.isogloss.data.vector;
