// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/** Small documents in four languages. */
final class TestDocuments {
  private TestDocuments() {}

  static Document of(String id, String text) {
    return new Document(id, Language.of(id.substring(0, 2)), "", text);
  }

  static List<Document> all() {
    return List.of(
        of("en-cat", "The cat sleeps on the mat. A dog barks at the cat in the garden."),
        of("en-city", "Berlin is the capital of Germany. The train to Munich leaves at noon."),
        of("en-save", "Insert a table into the document. Save it under another name."),
        of("de-cat", "Die Katze schläft auf der Matte. Ein Hund bellt die Katze im Garten an."),
        of("de-city", "Berlin ist die Hauptstadt. Der Zug nach München fährt mittags."),
        of("fr-cat", "Le chat dort sur le tapis. Un chien aboie dans le jardin."),
        of("ru-cat", "Кошка спит на коврике. Собака лает на кошку в саду."));
  }

  /** Documents with consecutive ids from {@code en-FROM}; each contains the word {@code marker}. */
  static List<Document> marked(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> of("en-" + i, "A document with the marker number " + i + "."))
        .toList();
  }
}
