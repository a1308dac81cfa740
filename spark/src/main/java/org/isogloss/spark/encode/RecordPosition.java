// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

/**
 * Where a record is in the input; records are in the order of source, block and record. Of several
 * documents with the same id the last one is kept, as when one machine reads the input in the order
 * of the file names.
 *
 * @param source the file
 * @param block offset of the block of the file that the task reads
 * @param record number of the record in the partition, increasing within a block
 */
record RecordPosition(String source, long block, long record) {}
