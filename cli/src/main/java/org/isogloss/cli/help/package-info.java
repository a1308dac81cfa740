// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Help about the command line itself: the command {@code help}, completion in shells, manual pages.
 */
package org.isogloss.cli.help;
