// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Reproduction of experiments of published papers.
 *
 * <p>A {@link Paper} runs its experiments and returns a {@link PaperResult}, whose {@link
 * PaperTable} entries show our measurements next to published ones. {@link PaperOptions} has the
 * settings of every paper, with an {@code ExperimentScale}, and the values of its own {@link
 * PaperOption}s; a {@link PaperListener} receives progress. Each paper has a package with only what
 * is particular to it; {@code papers.experiment} holds what the papers share. Begin with {@link
 * Paper}.
 */
package org.isogloss.papers;
