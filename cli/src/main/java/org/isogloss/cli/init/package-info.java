// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The command {@code init}: {@link org.isogloss.cli.init.CollectionSurvey} looks at a collection,
 * {@link org.isogloss.cli.init.Proposal} derives the options of the commands from it.
 */
package org.isogloss.cli.init;
