// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.validation.IndexValidator;

/** Checks that an index is intact and can be searched with its models. */
final class IndexCheck {
  private IndexCheck() {}

  static Finding run(IndexLocation index) {
    String check = "index " + index.name();
    try {
      index.manifest();
      IndexValidator.Report report = index.folder().map(IndexValidator::validate).orElse(null);
      if (report != null && !report.isValid()) {
        return Finding.error(
            check,
            String.join("; ", report.problems()),
            "restore it from a backup, or index the collection again into another folder");
      }
    } catch (IsoglossException e) {
      return Finding.error(check, e.getMessage(), "name the folder of an index");
    }
    try (SearchEngine engine = SearchEngine.at(index).open()) {
      return Finding.ok(
          check,
          Console.formatCount(engine.view().documentCount(), "document", "documents")
              + ", "
              + Console.formatCount(engine.view().passageCount(), "passage", "passages")
              + ", searched by "
              + engine.defaultPipeline());
    } catch (IsoglossException e) {
      return Finding.error(check, e.getMessage(), "name its model with --model MODEL of search");
    }
  }
}
