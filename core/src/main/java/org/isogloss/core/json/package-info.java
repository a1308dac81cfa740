// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * JSON files that programs write: configurations, manifests and states.
 *
 * <p>{@link JsonFile} reads and writes a file as a whole. {@link JsonObject} gives typed access to
 * its values; every error names the file, the key, what was found and what was expected. {@link
 * JsonErrors} adds what the owner of a file knows, such as the remedy. Records that people write,
 * one per line, are read by {@code org.isogloss.data}, which can skip those that are malformed.
 */
package org.isogloss.core.json;
