// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Systems that benchmarks measure.
 *
 * <p>{@link RetrievalSystem} takes documents and then answers queries; implement it to measure
 * software other than Isogloss. {@link IndexedSystem} is Isogloss itself, with the same index and
 * pipelines that its users have; {@link SymmetricEncoder} encodes documents as queries, for
 * sentences that retrieve sentences. Begin with {@link RetrievalSystem}.
 */
package org.isogloss.benchmarks.system;
