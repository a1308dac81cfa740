// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Query;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadQuestion;

/** Questions of XQuAD. */
final class Questions {
  private Questions() {}

  /** Returns evenly spaced questions of all languages. */
  static List<Query> of(Path folder, int count) {
    SquadFolder files = SquadFolder.open(folder);
    List<Query> all =
        files.paragraphs(files.languages()).stream()
            .flatMap(paragraph -> paragraph.questions().stream())
            .map(SquadQuestion::query)
            .toList();
    return IntStream.range(0, count).mapToObj(i -> all.get(i * (all.size() / count))).toList();
  }
}
