// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The experiments of XPR (Chen et al. 2020): cross-encoders that re-rank passages in two mixed
 * languages.
 *
 * <p>Begin with {@link org.isogloss.papers.xpr.XprPaper}; {@code XprSourceComparison} compares
 * sources of training data. {@code XprSession} holds the open models, {@code XprData} writes
 * training files and test sets, {@code XprVariant} and {@code SourceVariant} list the trained
 * systems, {@code XprModelTrainer} trains them, {@code XprEvaluation} measures them, and {@code
 * XprTables} builds the tables.
 */
package org.isogloss.papers.xpr;
