// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Indexes in SolrCloud: Solr stores and searches passages; encoding, fusion, re-ranking and
 * explanations are those of an index in a folder.
 *
 * <p>Start with {@link SolrLocation}, which an address such as {@code solr:zk1:2181/docs} denotes.
 * {@link SolrSnapshot} is the reading side, {@link SolrWriteSession} the writing side. Both use a
 * {@link SolrCollection}, which sends requests and converts errors, and the documents that {@link
 * SolrFields} describes. {@link ConfigSet} is the schema and configuration of a new collection.
 */
package org.isogloss.solr;
