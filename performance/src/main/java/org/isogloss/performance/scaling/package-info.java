// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** How work scales with threads, for {@code performance/scaling}. */
package org.isogloss.performance.scaling;
