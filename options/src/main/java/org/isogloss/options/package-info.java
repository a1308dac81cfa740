// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Options that the command line and the jobs on Spark share, as mixins of picocli. */
package org.isogloss.options;
