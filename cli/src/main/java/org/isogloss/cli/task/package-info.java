// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands that run models of fine-tuned tasks: classify, tag, answer.
 *
 * <p>Each command labels its input, or with {@code --evaluate} measures the model on labelled
 * files: {@link TaskResults} is the table of a row for each file. {@link TaskModelOptions} opens
 * the model, {@link ModelComparisonOptions} another one to compare it with, and {@link Batches}
 * passes several hundred inputs at once to it. Begin with {@link ClassifyCommand}.
 */
package org.isogloss.cli.task;
