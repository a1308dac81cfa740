// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The server under load and faults. {@link ServeBenchmark} runs one of the programs: {@code
 * EmbeddingLoad} and {@code PeerComparison} measure throughput next to the encoder alone and next
 * to servers in Python; {@code MixedLoad} sends more than the server can answer; {@code
 * KillRounds}, {@code MalformedStream}, {@code HostileClients} and {@code FullDisk} check that a
 * server keeps what it acknowledged and continues to answer. All use this machine only, and end by
 * themselves.
 */
package org.isogloss.performance.serve;
