// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The cost of large collections: {@link org.isogloss.cli.plan.PlanCommand} multiplies {@code
 * IndexRates}, which were measured on a small collection, by the size of a large one.
 */
package org.isogloss.cli.plan;
