// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The command {@code isogloss train}.
 *
 * <p>{@link TrainCommand} reads a recipe and runs it; begin there. {@link TrainingProgressPrinter}
 * shows progress, {@link TrainingShutdownHook} lets a step end and a checkpoint be written when the
 * process is stopped, {@link TrainingLogReport} draws the training log, and {@link ShippedModels}
 * restores shipped models that are used as base models.
 */
package org.isogloss.cli.training;
