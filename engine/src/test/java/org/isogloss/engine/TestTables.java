// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;

/** A table of a few English words and their German translations. */
final class TestTables {
  private TestTables() {}

  static Path write(Path folder) {
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("the", "cat"), List.of("die", "katze"), Alignment.parse("0-0 1-1"));
    counts.add(List.of("cat"), List.of("katze"), Alignment.parse("0-0"));
    counts.add(List.of("the", "garden"), List.of("der", "garten"), Alignment.parse("0-0 1-1"));
    Path file = folder.resolve("en-de.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    return file;
  }
}
