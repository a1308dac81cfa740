// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Word alignment of a bitext that is distributed over the executors. {@link AlignJob} is the entry
 * point.
 */
package org.isogloss.spark.align;
