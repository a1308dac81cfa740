// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Encodes documents into passages with their vectors. {@link EncodeJob} is the entry point; {@link
 * PassageRows} reads its output.
 */
package org.isogloss.spark.encode;
