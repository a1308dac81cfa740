// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The commands that {@code spark-submit} runs. {@link Main} is the entry point; each command binds
 * its options to a job of one of the packages below.
 */
package org.isogloss.spark;
