// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The command line, {@code isogloss COMMAND}.
 *
 * <p>{@link Isogloss} parses the arguments with picocli, runs one command and returns its exit
 * code; begin there. The commands are in the packages below, by topic. {@code ArgumentDecoding}
 * detects arguments that Java could not decode.
 */
package org.isogloss.cli;
