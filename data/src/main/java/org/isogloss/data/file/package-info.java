// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Documents that are files of their own: plain text, Markdown, HTML, PDF, manual pages, DOCX, ODT
 * and EPUB.
 *
 * <p>{@link DocumentFile} reads one of them as a {@link FileContent}. Begin with {@link
 * DocumentFile}.
 */
package org.isogloss.data.file;
