// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What the experiments of all papers share.
 *
 * <p>{@link ExperimentRunner} runs the rows of a paper: it trains models from a {@link
 * RecipeTemplate}, stores the {@link SystemMeasurements} of finished rows in a {@link
 * MeasurementStore}, so that an interrupted run can be resumed, and reports progress; {@link
 * ScoreCheckpoint} keeps the scores of an unfinished row. The resources of a paper hold its {@link
 * ExperimentSizes}, its recipes, the texts of its tables and its {@link PublishedFigures}. {@link
 * PaperTables} creates tables, in which {@link BaselineComparison} compares systems with the first
 * one; {@link ScoredCandidates} are the input of measures; {@link PrecisionComparison} compares
 * eight bits with single precision. {@link TrainingCharts} draws training curves. Begin with {@link
 * ExperimentRunner}.
 */
package org.isogloss.papers.experiment;
