// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands that process files of sentences or records: {@link AlignCommand} (word alignment),
 * {@link MineCommand} (bitext mining), {@link MatesCommand} (nearest neighbours of sentences),
 * {@link EncodeCommand} (vectors of lines), {@link TranslateCommand} (translation of lines), {@link
 * RomanizeCommand} and {@link CodeSwitchCommand} (further text to train on) and {@link DataCommand}
 * (summary of a file).
 *
 * <p>{@link BitextOptions} selects the sentence pairs of several of them.
 */
package org.isogloss.cli.corpus;
