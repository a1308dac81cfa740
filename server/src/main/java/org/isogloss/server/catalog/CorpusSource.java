// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.table.TranslationTable;

/**
 * A bitext that a server is to open.
 *
 * @param languages its languages; empty for those that its content or the names of its files state
 */
public record CorpusSource(String name, CorpusFiles files, Optional<LanguagePair> languages) {
  /**
   * Opens bitexts.
   *
   * @param tables files of translation tables
   * @param threads number of threads that learn the tables of other languages
   * @throws IsoglossException if a bitext or table cannot be read, or a table has the languages of
   *     no bitext
   */
  public static List<ServedCorpus> open(
      Collection<CorpusSource> sources, List<Path> tables, int threads) {
    List<LanguagePair> languages =
        sources.stream()
            .map(source -> source.languages().orElseGet(() -> source.files().languages()))
            .toList();
    List<TranslationTable> opened = tables.stream().map(TranslationTable::open).toList();
    for (int i = 0; i < opened.size(); i++) {
      TranslationTable table = opened.get(i);
      if (languages.stream().noneMatch(pair -> ServedCorpus.isOf(table, pair))) {
        throw new IsoglossException(
            tables.get(i)
                + ": is a table of "
                + table.languages()
                + ", but no corpus is in these languages: give the table of a corpus, or none");
      }
    }
    return sources.stream()
        .map(
            source ->
                ServedCorpus.open(
                    source.name(), source.files(), source.languages(), opened, threads))
        .toList();
  }
}
