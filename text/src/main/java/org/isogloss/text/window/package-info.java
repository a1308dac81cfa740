// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The input of a model for texts that may be longer than it can read: overlapping windows of a
 * text, of the second text of a pair, and of a sentence whose words are given.
 */
package org.isogloss.text.window;
