/**
 * Verification of a whole index.
 *
 * <p>{@link IndexValidator} reads every byte of an index and checks Lucene's checksums and the
 * agreement of manifest, passages, vectors, mean vectors, checkpoint and translation tables; begin
 * there. {@link CommitValidator} checks the user data of the commit, {@link SegmentValidator} one
 * Lucene segment.
 */
package org.isogloss.search.validation;
