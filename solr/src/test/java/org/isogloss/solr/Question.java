// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Query;
import org.isogloss.data.qa.SquadFolder;

/**
 * A question of XQuAD.
 *
 * @param query the question
 * @param document id of the paragraph in the same language that answers it
 */
record Question(Query query, String document) {
  /** Returns evenly spaced questions of all languages. */
  static List<Question> read(Path folder, int count) {
    SquadFolder files = SquadFolder.open(folder);
    List<Question> all =
        files.paragraphs(files.languages()).stream()
            .flatMap(
                paragraph ->
                    paragraph.questions().stream()
                        .map(
                            question ->
                                new Question(question.query(), paragraph.toDocument().id())))
            .toList();
    return IntStream.range(0, count).mapToObj(i -> all.get(i * (all.size() / count))).toList();
  }
}
