// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Reading of Parquet files.
 *
 * <p>A file describes itself at its end, in the compact protocol of Thrift ({@link
 * CompactProtocolReader}): a schema ({@link SchemaNode}, {@link ColumnType}) and groups of rows,
 * each with a chunk of every column. {@link ColumnReader} reads a chunk page by page: {@link Codec}
 * decompresses it, {@link RunLengthDecoder}, {@link DeltaDecoder} and {@link Values} decode it.
 * {@link RowGroupReader} assembles rows from values and their levels. Begin with {@link
 * ParquetRows}.
 *
 * <p>The code reads one page of each column at a time, and trusts no length in a file. Libraries
 * allocate what a damaged file claims, or wait for pages that never come.
 */
package org.isogloss.data.parquet;
