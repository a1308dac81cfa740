// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Reading of bytes, lines and folders.
 *
 * <p>{@link InputFileStream} opens a file, a pipe or standard input, decompresses it and removes a
 * byte order mark; {@link PeekedInputs} keeps the bytes of a pipe that were read to detect its
 * format. {@link Utf8LineReader} splits the bytes into lines and rejects lines that are not UTF-8.
 * {@link LineRecordReader} and {@link LineRecordSource} are the base of readers with one record per
 * line or several lines per record; {@link ConcatenatedRecords} and {@link RecordsWithSkippedFiles}
 * combine readers. {@link FolderListing} and {@link FolderWalker} list folders in the order of
 * names. Begin with {@link Utf8LineReader} and {@link LineRecordReader}.
 */
package org.isogloss.data.io;
