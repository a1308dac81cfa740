// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Infrastructure of experiments.
 *
 * <p>{@link ExperimentFolder} trains models from a {@link RecipeTemplate} and keeps checkpoints and
 * logs; {@link MeasurementStore} keeps the {@link SystemMeasurements} of finished systems and
 * {@link ScoreCheckpoint} the scores of an unfinished one, so that an interrupted run can be
 * resumed. {@link BaselineComparison} turns measurements into table rows with p-values from {@link
 * MacroAverageSignificance}, a paired randomisation test of macro-averages; {@link
 * PrecisionComparison} places eight bits beside single precision. {@link TrainingCharts} draws
 * training curves. Begin with {@link SystemMeasurements}.
 */
package org.isogloss.papers.experiment;
