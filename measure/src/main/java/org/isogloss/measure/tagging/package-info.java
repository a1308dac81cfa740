// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of taggers: accuracy of tags, and F1 of spans such as named entities.
 *
 * <p>{@link TagAccuracy} compares words, {@link SpanEvaluation} whole {@link TaggedSpan}s. Begin
 * with {@link SpanEvaluation} for named entities.
 */
package org.isogloss.measure.tagging;
