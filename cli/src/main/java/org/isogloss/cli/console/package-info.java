// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Input and output of commands.
 *
 * <p>{@link Console} writes results to standard output and messages to standard error, and makes
 * text safe to display; begin there. {@link Terminal} describes what the two streams are connected
 * to, {@link ProgressBar} shows progress, {@link FailureReporter} turns exceptions into messages
 * and exit codes, {@link SkippedRecordReporter} reports skipped records, and {@link
 * OutputFileValidator} checks output files before the work begins.
 */
package org.isogloss.cli.console;
