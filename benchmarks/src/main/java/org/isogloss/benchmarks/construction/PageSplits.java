// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Assigns pages to splits. All documents of a page are in one split, so that a query of the test
 * split is never the translation of a query of the training split. The pages are ordered by a hash
 * of their links: the first ones are test pages, then come those of validation and of training.
 */
final class PageSplits {
  private final Map<String, Split> splits = new HashMap<>();

  /**
   * Assigns pages.
   *
   * @param links the links that identify the pages, without repetition
   */
  PageSplits(Collection<String> links, SplitSizes sizes, long seed) {
    record HashedLink(String link, long hash) {}
    List<String> shuffled =
        links.stream()
            .map(link -> new HashedLink(link, SeededHash.of(seed, link)))
            .sorted(Comparator.comparingLong(HashedLink::hash).thenComparing(HashedLink::link))
            .map(HashedLink::link)
            .toList();
    SplitSizes fitted = sizes.fittedTo(shuffled.size());
    int validationStart = fitted.test();
    int trainStart = validationStart + fitted.validation();
    put(shuffled.subList(0, validationStart), Split.TEST);
    put(shuffled.subList(validationStart, trainStart), Split.VALIDATION);
    put(shuffled.subList(trainStart, trainStart + fitted.train()), Split.TRAIN);
  }

  private void put(List<String> links, Split split) {
    links.forEach(link -> splits.put(link, split));
  }

  /** The split of a page; empty if it is in none. */
  Optional<Split> of(String link) {
    return Optional.ofNullable(splits.get(link));
  }

  /** Number of pages in each split. */
  Map<Split, Long> sizes() {
    Map<Split, Long> sizes = new EnumMap<>(Split.class);
    for (Split split : Split.values()) {
      sizes.put(split, splits.values().stream().filter(split::equals).count());
    }
    return sizes;
  }
}
