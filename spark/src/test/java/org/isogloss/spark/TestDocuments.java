// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.collection.JsonlDocuments;

/** Documents in three languages, some of which do not declare theirs. */
public final class TestDocuments {
  private static final String[][] SENTENCES = {
    {"en", "The train to the mountains leaves the station every morning at seven o'clock."},
    {"de", "Der Zug in die Berge verlässt den Bahnhof jeden Morgen um sieben Uhr."},
    {"fr", "Le train pour les montagnes quitte la gare tous les matins à sept heures."},
    {"en", "Insert a table into the document and save it under another name."},
    {"de", "Fügen Sie eine Tabelle in das Dokument ein und speichern Sie es."},
    {"fr", "Insérez un tableau dans le document et enregistrez-le sous un autre nom."},
  };

  private TestDocuments() {}

  /** Returns documents {@code d0} etc., each with a passage or more. */
  public static List<Document> of(int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String[] sentence = SENTENCES[i % SENTENCES.length];
      boolean declared = i % 4 != 0;
      documents.add(
          new Document(
                  "d" + i,
                  declared ? Language.of(sentence[0]) : Language.UNDETERMINED,
                  i % 5 == 0 ? "Number " + i : "",
                  (sentence[1] + " " + i + ". ").repeat(1 + i % 30).strip())
              .withMetadata(Metadata.EMPTY.with("year", MetadataValue.of(2000 + i % 20))));
    }
    return documents;
  }

  /** Writes documents as JSON lines. */
  public static Path write(Path file, List<Document> documents) {
    try (RecordWriter<Document> writer = JsonlDocuments.writer(file)) {
      documents.forEach(writer::write);
      writer.commit();
    }
    return file;
  }
}
