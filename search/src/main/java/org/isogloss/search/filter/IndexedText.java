// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.filter;

import org.isogloss.search.analysis.LanguageAnalyzers;

/**
 * How the words of an index are found.
 *
 * @param analyzers the analyzers of the index
 * @param positions whether the index has the positions of words
 */
public record IndexedText(LanguageAnalyzers analyzers, boolean positions) {}
