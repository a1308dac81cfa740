// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The experiments of XPR (Chen et al. 2020): cross-encoders that re-rank passages in two mixed
 * languages.
 *
 * <p>Begin with {@link XprPaper} and {@link XprOptions}; {@code XprSourceComparison} compares
 * sources of training data. {@code XprSession} opens models and data, {@link XprData} writes
 * training files and test sets, {@code XprVariant} and {@code SourceVariant} list the trained
 * systems, {@code XprModelTrainer} and {@code SourceModelTrainer} train them, and {@link
 * XprEvaluation} measures them. {@link XprResult} builds the tables.
 */
package org.isogloss.papers.xpr;
