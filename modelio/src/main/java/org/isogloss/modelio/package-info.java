// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The model folder: a trained model on disk or in a jar, as training writes it and inference reads
 * it.
 *
 * <p>Begin with {@link ModelFolder}, which opens a folder and provides its manifest, configuration,
 * weights, tokenizer and ONNX graph; {@link ModelSummary} describes a folder in a few figures.
 * {@link LateInteractionTables} holds the statistics that late interaction needs in addition to the
 * transformer: the importance of each token, the mean vector of each language and the similarity of
 * translations. {@link FetchListener} receives the progress of a download or conversion. Models on
 * the class path are found by {@link ClasspathModels}.
 */
package org.isogloss.modelio;
