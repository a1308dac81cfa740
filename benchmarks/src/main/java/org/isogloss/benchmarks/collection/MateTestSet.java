package org.isogloss.benchmarks.collection;

import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;

/**
 * The sentences of two languages.
 *
 * @param name name of the pair in the files: {@code cmn-eng}
 * @param inAverage whether the pair counts in the average of the benchmark
 */
public record MateTestSet(
    String name, LanguagePair languages, List<SentencePair> pairs, boolean inAverage) {}
