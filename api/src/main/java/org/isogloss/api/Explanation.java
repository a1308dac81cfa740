// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;

/**
 * Explains the rank of a passage. Word positions refer to {@link Passage#titledText}.
 *
 * @param passage the passage
 * @param stages rank and score in each stage of the pipeline, in the order in which it runs
 * @param sentence position in {@link Passage#text} of the sentence that is most similar to the
 *     query; empty if the index has no vectors of tokens or sentences
 * @param termMatches which words of the passage matched which words of the query, according to the
 *     lexical components of the pipeline
 * @param wordMatches which words of the passage match words of the query, according to vectors;
 *     stop words have no match
 * @param contributions the contribution of each word to the re-ranker's score; empty if the
 *     pipeline has no re-ranker, and in results of a search also for a cross-encoder
 */
public record Explanation(
    Passage passage,
    List<StageRank> stages,
    Optional<Span> sentence,
    List<TermMatch> termMatches,
    List<WordMatch> wordMatches,
    List<WordAttribution> contributions) {
  public Explanation {
    requireNonNull(passage, "passage is null");
    requireNonNull(sentence, "sentence is null");
    stages = List.copyOf(stages);
    termMatches = List.copyOf(termMatches);
    wordMatches = List.copyOf(wordMatches);
    contributions = List.copyOf(contributions);
  }
}
