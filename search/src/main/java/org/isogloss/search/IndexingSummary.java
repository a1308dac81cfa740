package org.isogloss.search;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.Language;

/**
 * What indexing a source came to.
 *
 * @param records documents that the source held
 * @param resumedAt how many of them the index already held, from a run that was killed or finished
 * @param duplicates documents of this source that gave way to a later one with the same id
 * @param emptyDocuments documents with neither title nor text, which are not in the index
 * @param documents that the index holds now
 * @param passages that the index holds now
 * @param passagesPerLanguage passages of each language that the index holds now, most first
 * @param elapsed time that this run took
 */
public record IndexingSummary(
    long records,
    long resumedAt,
    long duplicates,
    long emptyDocuments,
    long documents,
    long passages,
    Map<Language, Long> passagesPerLanguage,
    Duration elapsed) {
  public IndexingSummary {
    passagesPerLanguage = Collections.unmodifiableMap(new LinkedHashMap<>(passagesPerLanguage));
  }
}
