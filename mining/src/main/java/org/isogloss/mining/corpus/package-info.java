/**
 * The encoded lines of a file, in a folder that can be resumed.
 *
 * <p>{@link EncodedLines} documents the files of the folder and gives access to vectors, texts and
 * line numbers; begin there. {@link LineEncoder} writes them, skipping blank, repeated and (by
 * {@link LongLinePolicy}) overlong lines, which {@link LineCounts} counts. {@link EncodingState},
 * stored by {@link StateFile}, records how much of each {@link AppendOnlyFile} is complete, with
 * the checksum of that {@link FileExtent}.
 */
package org.isogloss.mining.corpus;
