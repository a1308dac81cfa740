// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Dumps of wikis such as Wikipedia.
 *
 * <p>{@link MediaWikiDump} reads the articles of an XML export as a stream, {@link
 * LanguageLinksDump} interlanguage links from SQL, {@link WikidataItem} items from TSV. {@link
 * WikiLinks} combines them to documents that are linked across languages. {@code Wikitext} converts
 * the source text of a page to plain text. Begin with {@link MediaWikiDump}.
 */
package org.isogloss.data.wiki;
