// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Verification of a whole index.
 *
 * <p>Start with {@link IndexValidator}, which reads every byte of an index and checks Lucene's
 * checksums and the consistency of manifest, passages, vectors, mean vectors, checkpoint and
 * translation tables. {@link CommitValidator} checks the user data of the commit, and {@link
 * SegmentValidator} one Lucene segment.
 */
package org.isogloss.search.validation;
