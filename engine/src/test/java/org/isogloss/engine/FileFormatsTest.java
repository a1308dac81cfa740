// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.SearchRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chapter as HTML, with a menu, and as PDF, with headers of pages, beside another text. */
class FileFormatsTest {
  private static final Path FILES = Path.of("src/test/resources/org/isogloss/engine/formats");

  @Test
  void aTextInSeveralFileFormatsIsShownOnce(@TempDir Path folder) {
    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      engine.index(FILES);
      SearchRequest request = SearchRequest.of("how often should I test a backup");
      assertThat(ids(engine, request)).contains("backups.html", "backups.pdf");
      assertThat(ids(engine, request.withGroupedTranslations()))
          .containsExactly("backups.html", "users.html");
    }
  }

  private static List<String> ids(SearchEngine engine, SearchRequest request) {
    return engine.search(request).stream().map(result -> result.hit().documentId()).toList();
  }
}
