package org.isogloss.benchmarks;

import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;

/**
 * The sentences of two languages.
 *
 * @param name name of the pair in the files: {@code cmn-eng}
 * @param counts whether the pair counts in the average of the benchmark
 */
record Mates(String name, LanguagePair languages, List<SentencePair> pairs, boolean counts) {}
