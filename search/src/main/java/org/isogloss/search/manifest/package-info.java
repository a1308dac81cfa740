// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The description of an index, stored in the file {@code isogloss.json} of its folder.
 *
 * <p>{@link IndexManifest} records the Lucene version, the model whose vectors are stored, how
 * documents were split, and the analyzer of every language; {@link VectorOptions} states which
 * vectors are stored and how they are compared. {@link IndexManifestJson} reads and writes the file
 * and names the file and key of every error. Start with {@link IndexManifest}.
 */
package org.isogloss.search.manifest;
