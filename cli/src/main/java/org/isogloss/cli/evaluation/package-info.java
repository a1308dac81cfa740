// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands that measure: {@link EvaluateCommand} (a run file against judgements), {@link
 * BleuCommand} (translations against references), {@link BenchmarkCommand} (a model on a test set)
 * and {@link PapersCommand} with one subcommand for each paper.
 *
 * <p>{@link TranslationMetricOptions} holds the options that choose measures of translations,
 * {@link PaperCommandOptions} those of all papers; {@link PaperProgressPrinter} shows their
 * progress. Begin with {@link EvaluateCommand}.
 */
package org.isogloss.cli.evaluation;
