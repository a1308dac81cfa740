// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Detection of duplicates.
 *
 * <p>{@link FingerprintSet} is a set of texts that stores a 64-bit hash of each. {@link
 * DuplicateCounter} counts repeated texts in bounded memory, exactly at first and then as an
 * estimate from a sample. {@link DistinctQueries} rejects a query id that occurs twice, {@link
 * DistinctLinkedDocuments} a document id that occurs twice in a language, {@link
 * DuplicateDocumentDetector} a document that is listed twice for one query. Begin with {@link
 * FingerprintSet}.
 */
package org.isogloss.data.duplicate;
