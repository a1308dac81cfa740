// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Options that several commands share.
 *
 * <p>{@link CommonOptions} holds the number of threads and quiet mode; begin there. {@link
 * ReadingOptions} adds the handling of malformed records. {@link EncoderModelOption} selects a
 * model, {@link TranslationTableOption} translation tables, and {@link OptionHint} names the option
 * that corrects an error.
 */
package org.isogloss.cli.option;
