// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Reproduction of experiments of published papers.
 *
 * <p>Each paper has a package with a class that runs its experiments: {@code AdversarialPaper},
 * {@code BiclaPaper}, {@code HictlPaper}, {@code ClirPaper} and {@code XprPaper}. This package
 * holds what they share with their users: {@link PaperOptions} with an {@code ExperimentScale},
 * {@link PaperListener} for progress, and {@link PaperResult}, whose {@link PaperTable} entries
 * show our measurements next to published ones. Begin with {@link PaperOptions}.
 */
package org.isogloss.papers;
