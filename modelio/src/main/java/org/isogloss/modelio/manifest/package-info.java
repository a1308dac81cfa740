// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What a model states about itself in {@code isogloss.json}.
 *
 * <p>{@link ModelManifest} contains its name and licence, the {@link EncodingSettings} (prefixes,
 * maximum length, {@link Pooling}) and the {@link Provenance}: recipe, seed, sources and evaluation
 * results. {@link VocabularyReference} states that a model uses the vocabulary of another model;
 * {@link WordLevelScoring} marks a cross-encoder that scores one query word and one sentence at a
 * time. If a folder has no manifest, {@link SentenceTransformersReader} derives one from the
 * configuration files of sentence-transformers. Begin with {@link ModelManifest}.
 */
package org.isogloss.modelio.manifest;
