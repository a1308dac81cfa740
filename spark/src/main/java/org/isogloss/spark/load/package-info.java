// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Writes encoded passages into Lucene indexes. {@link LoadJob} writes shards, {@link ShardMerger}
 * merges them into one index.
 */
package org.isogloss.spark.load;
