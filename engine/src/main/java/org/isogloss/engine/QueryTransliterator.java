// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.stream.Collectors.toSet;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.search.QueryLimit;
import org.isogloss.text.deromanization.DeromanizationTables;

/**
 * Writes romanized queries in the script of their language, which the models and the analyzers
 * read. A query of unknown language stays as it is if a passage contains all its words: it may be a
 * name, or the collection is romanized too. It also stays as it is if it has an address, the name
 * of a file or code, or a run of letters that is no word.
 *
 * @param tables how romanized words are written; empty to leave all queries as they are
 */
record QueryTransliterator(Optional<DeromanizationTables> tables) {
  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  /** Letters on both sides of other characters, as in {@code http://a.org} or {@code a_b=c}. */
  private static final Pattern CODE = Pattern.compile("\\p{L}[./:\\\\@=_&#<>{}$]+\\p{L}");

  /** More letters than a word has, and a sentence without spaces. */
  private static final Pattern NO_WORD = Pattern.compile("\\p{IsLatin}{100}");

  /** Number of passages that are checked for the words of the query. */
  private static final int PASSAGES = 10;

  Query restore(Query query, Commit commit) {
    return find(query)
        .filter(found -> !query.language().isUndetermined() || !isInAPassage(query, commit))
        .orElse(query);
  }

  /** Writes a query that is compared with texts outside the index. */
  Query restore(Query query) {
    return find(query).orElse(query);
  }

  private Optional<Query> find(Query query) {
    String searched = QueryLimit.truncate(query).text();
    boolean isProse =
        !query.language().isUndetermined()
            || !(CODE.matcher(searched).find() || NO_WORD.matcher(searched).find());
    return tables
        .filter(known -> isProse)
        .flatMap(known -> known.deromanize(searched, query.language()))
        .map(found -> new Query(query.id(), found.language(), found.text()));
  }

  private static boolean isInAPassage(Query query, Commit commit) {
    Query words = QueryLimit.truncate(query);
    Set<String> sought = words(words.text()).collect(toSet());
    Commit.Setting setting =
        new Commit.Setting(new Pipeline.Bm25(), Set.of(), Optional.empty(), ResultUnit.PASSAGE);
    for (Hit hit : commit.retriever(setting).retrieve(words, PASSAGES).hits()) {
      Optional<Passage> passage = commit.index().passage(hit);
      if (passage.isPresent()
          && words(passage.get().title() + " " + passage.get().text())
              .collect(toSet())
              .containsAll(sought)) {
        return true;
      }
    }
    return false;
  }

  private static Stream<String> words(String text) {
    return NO_LETTERS.splitAsStream(text.toLowerCase(Locale.ROOT)).filter(word -> !word.isEmpty());
  }
}
