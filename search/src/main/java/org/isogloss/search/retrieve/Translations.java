// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.List;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;

/** Which passages are translations of each other. */
public interface Translations {
  /**
   * Returns the translations that the links of an index state.
   *
   * @param candidates the passages that may complete a group
   */
  static Translations linked(
      DocumentLinks links, IndexSnapshot snapshot, CandidatePassages candidates) {
    return new LinkedPassages(links, snapshot, candidates);
  }

  /**
   * Returns likely translations, recognised by the vectors of passages.
   *
   * @param minSimilarity minimum similarity of a likely translation to the first hit of its group
   * @param candidates the passages that may complete a group
   */
  static Translations similar(
      double minSimilarity, IndexSnapshot snapshot, CandidatePassages candidates) {
    return new SimilarPassages(minSimilarity, snapshot, candidates);
  }

  /**
   * Partitions hits into groups of translations. Hits are given by their numbers, best first.
   *
   * @param languages the language codes of the hits
   * @param scores the scores of the hits
   * @param count maximum number of groups
   * @return the first groups in the order of their first hits, each in the order of the hits
   */
  List<List<Integer>> groups(List<Hit> hits, List<String> languages, TextScores scores, int count);

  /**
   * Returns the number of versions of the text of a group, whether they were found or not; that of
   * the hits of the group if it is not known.
   *
   * @param leader the first hit of the group
   * @param found number of hits in the group
   */
  int versions(Hit leader, int found);

  /**
   * Returns the translations of a hit in all languages but some, with any scores.
   *
   * @param languages the language codes of those that are known
   */
  List<Hit> missing(Hit leader, Set<String> languages);
}
