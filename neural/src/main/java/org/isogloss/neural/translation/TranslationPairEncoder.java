// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static java.util.Objects.requireNonNull;

import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;

/**
 * Encodes pairs of a corpus.
 *
 * @param corpus the corpus
 * @param base tokenizer and prefixes
 * @param vocabulary the target tokens
 */
record TranslationPairEncoder(
    TextCorpus corpus, PretrainedModel base, TargetVocabulary vocabulary) {
  TranslationPairEncoder {
    requireNonNull(corpus, "corpus is null");
    requireNonNull(base, "base is null");
    requireNonNull(vocabulary, "vocabulary is null");
  }

  /** Returns a pair of two sentences of the corpus. */
  TranslationPair encode(int source, int target) {
    return new TranslationPair(
        base.encodeQuery(corpus.text(source)),
        vocabulary.indices(base.tokenizer().ids(corpus.text(target))));
  }
}
