// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What all jobs share: an output folder that appears partition by partition, each exactly once, and
 * from which a job that was stopped continues.
 */
package org.isogloss.spark.job;
