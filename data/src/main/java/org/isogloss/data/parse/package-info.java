// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Parsing of fields.
 *
 * <p>{@link FieldParsing} checks ids, numbers and languages and formats excerpts for messages;
 * {@link WhitespaceColumns} splits the lines of TREC files; {@link TsvEscaping} writes columns that
 * contain no tab or line end. {@link StrictJson} reads JSON and rejects duplicate keys, wrong types
 * and unpaired surrogates; {@link JsonStreamReader} and {@link JsonObjectEntries} read a large JSON
 * file part by part; {@link XmlInput} reads XML as a stream. All problems are a {@code
 * MalformedRecordException}. Begin with {@link FieldParsing}.
 */
package org.isogloss.data.parse;
