// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;

/**
 * A query with its candidates in each document language.
 *
 * @param candidates at least one judgement for each document language, in the order of the tags of
 *     the languages
 */
record CrossLingualQuery(
    Query query, Split split, SequencedMap<Language, List<Judgement>> candidates) {
  CrossLingualQuery {
    candidates = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(candidates));
  }
}
