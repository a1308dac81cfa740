// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;

/**
 * Sentences of two languages, line-aligned translations.
 *
 * @param name name of the pair in the files: {@code cmn-eng}
 * @param inAverage whether the average of the benchmark includes the pair
 */
public record MateTestSet(
    String name, LanguagePair languages, List<SentencePair> pairs, boolean inAverage) {}
