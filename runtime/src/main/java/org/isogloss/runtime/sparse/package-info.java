// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Encoders of texts as weights of terms. */
package org.isogloss.runtime.sparse;
