// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Detection of formats, and reading of documents and queries in any supported format.
 *
 * <p>{@link DataFormat#detect} recognises the format by the first 64 KiB of a file or by the names
 * and files of a folder. {@link Documents} and {@link Queries} then read it, {@link
 * LinkedDocuments} documents that are linked across languages; {@link TextFolder} reads a folder of
 * text files. {@link FormatDetector} contains the rules for files, {@link FolderLayout} those for
 * folders, and {@link CollectionFolder} reads a folder whose files have several formats. Begin with
 * {@link Documents} and {@link DataFormat}.
 */
package org.isogloss.data.detect;
