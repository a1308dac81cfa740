// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The encoded lines of a file, stored in a folder from which an interrupted run is resumed.
 *
 * <p>Start with {@link EncodedLines}, which documents the files of the folder and provides access
 * to vectors, texts and line numbers. {@link LineEncoder} writes them and skips blank, repeated and
 * (depending on {@link LongLinePolicy}) overlong lines, which {@link LineCounts} counts. {@link
 * EncodingState}, stored by {@link StateFile}, records how much of each {@link AppendOnlyFile} is
 * complete, with the checksum of that {@link FileExtent}.
 */
package org.isogloss.mining.corpus;
