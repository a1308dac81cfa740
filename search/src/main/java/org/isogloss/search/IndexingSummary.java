// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.Language;

/**
 * The result of indexing a source.
 *
 * @param records number of documents in the source
 * @param resumedAt number of these documents that the index already contained, from an earlier run
 *     that was killed or finished
 * @param duplicates number of documents of this source that were replaced by a later one with the
 *     same id
 * @param documents number of documents in the index after the run
 * @param passages number of passages in the index after the run
 * @param passagesPerLanguage number of passages of each language in the index after the run, in
 *     descending order
 * @param elapsed duration of the run
 */
public record IndexingSummary(
    long records,
    long resumedAt,
    long duplicates,
    long documents,
    long passages,
    Map<Language, Long> passagesPerLanguage,
    Duration elapsed) {
  public IndexingSummary {
    passagesPerLanguage = Collections.unmodifiableMap(new LinkedHashMap<>(passagesPerLanguage));
  }
}
