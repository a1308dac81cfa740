// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Mining of translations among the passages of two encoded collections. {@link MineJob} is the
 * entry point.
 */
package org.isogloss.spark.mine;
