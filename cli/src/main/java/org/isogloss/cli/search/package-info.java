// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands that build and search an index: {@link IndexCommand} with {@link IndexInfoCommand},
 * {@link IndexDumpCommand}, {@link IndexExportCommand}, {@link IndexLinksCommand}, {@link
 * IndexProbabilitiesCommand}, {@link IndexRulesCommand}, {@link IndexCopyCommand}, {@link
 * IndexMergeCommand} and {@link IndexCheckCommand}, {@link SearchCommand}, {@link CompareCommand}
 * and {@link DemoCommand}.
 *
 * <p>{@link HitPrinter} prints hits as JSON or as a {@link HitTable}; {@link PipelineComparison}
 * compares the hits of two pipelines. {@link ExplanationFormat} and {@link Reliability} present
 * explanations and probabilities. {@link IndexOption}, {@link IndexVectorOptions} and {@link
 * QueryOptions} are the options that these commands share. Begin with {@link SearchCommand}.
 */
package org.isogloss.cli.search;
