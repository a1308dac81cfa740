// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Documents and queries of a collection.
 *
 * <p>{@link JsonlDocuments}, {@link JsonlQueries}, {@link TsvDocuments} and {@link TsvQueries} read
 * and write one record per line, under the keys or column names that {@link FieldNames} lists.
 * {@link CsvDocuments}, {@link ParquetDocuments}, {@link ElasticsearchBulk} and the like read other
 * formats under the same names. {@link LinkedDocument} is a document that has counterparts in other
 * languages. {@link BeirFolder} reads and writes a test collection in BEIR's layout, {@link
 * ClirMatrix} reads and writes CLIRMatrix. {@link LanguageLabels} assigns languages to ids, for
 * qrels and runs that contain only ids. Begin with {@link JsonlDocuments}.
 */
package org.isogloss.data.collection;
