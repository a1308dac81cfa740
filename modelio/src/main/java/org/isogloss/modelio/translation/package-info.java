// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The model folder of a translation model: a transformer encoder in the usual files, and a decoder
 * in files of its own.
 *
 * <p>{@link TranslationFiles} reads and writes the decoder's files; {@link TranslationSettings} are
 * its options, {@link TranslationTensors} its tensors, and {@link TargetVocabulary} the tokens that
 * it can write. Begin with {@link TranslationFiles}.
 */
package org.isogloss.modelio.translation;
