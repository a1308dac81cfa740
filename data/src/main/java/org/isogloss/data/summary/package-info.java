// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Statistics of a file or folder in any supported format.
 *
 * <p>{@link DataSummary} holds the number of records and texts, their lengths, the declared and
 * identified languages, repeated ids and texts, and examples of problems. {@link
 * DataSummaryBuilder} computes it in bounded memory; {@link GenericRecords} reads every format as
 * {@link GenericRecord}, which has an id and texts. Begin with {@link DataSummary}.
 */
package org.isogloss.data.summary;
