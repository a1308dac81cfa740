// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Example programs that use Isogloss as a library, one per task. Each program writes a small data
 * set to a folder, prints its results and finishes in seconds. The examples use the small model
 * {@code tiny}; real programs omit the name to use the default model {@code compact}, or specify
 * their own model.
 */
package org.isogloss.examples;
