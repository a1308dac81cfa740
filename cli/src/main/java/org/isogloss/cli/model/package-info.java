// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The subcommands of {@code isogloss model}, which inspect, fetch, import, export and transform
 * models.
 *
 * <p>Begin with {@link ModelCommand}; every other class is one subcommand, except {@link
 * DerivedModelOptions}, the options of subcommands that derive a model from another one.
 */
package org.isogloss.cli.model;
