// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The command map, which draws the vectors of texts.
 *
 * <p>{@link MapTextOptions} reads {@link MapText}s, {@link MapMethodOptions} selects the method of
 * dimensionality reduction, and {@link TextMap} is the result in all output formats. Begin with
 * {@link MapCommand}.
 */
package org.isogloss.cli.map;
