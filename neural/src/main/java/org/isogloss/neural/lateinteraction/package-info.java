// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training of what late interaction adds to a transformer that is not changed: a projection of its
 * token vectors. What the transformer computes for the texts is given.
 */
package org.isogloss.neural.lateinteraction;
