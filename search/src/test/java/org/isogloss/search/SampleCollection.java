// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.text.segmentation.PassageSplitter;

/** A small collection in four languages. */
public final class SampleCollection {
  private static final String[][] TEXTS = {
    {"en", "The cat sleeps on the mat.", "A dog barks at the cat in the garden."},
    {"en", "Berlin is the capital of Germany.", "The train to Munich leaves at noon."},
    {"en", "Insert a table into the document.", "Save the document under another name."},
    {"de", "Die Katze schläft auf der Matte.", "Ein Hund bellt die Katze im Garten an."},
    {"de", "Berlin ist die Hauptstadt von Deutschland.", "Der Zug nach München fährt mittags."},
    {"fr", "Le chat dort sur le tapis.", "Un chien aboie dans le jardin."},
    {"fr", "Paris est la capitale de la France.", "Le train pour Munich part à midi."},
    {"ru", "Кошка спит на коврике.", "Собака лает на кошку в саду."},
  };

  private SampleCollection() {}

  /** Documents {@code en-0} to {@code ru-7}, each with two passages of one sentence. */
  public static List<Document> documents() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < TEXTS.length; i++) {
      String[] text = TEXTS[i];
      documents.add(
          new Document(text[0] + "-" + i, Language.of(text[0]), "", text[1] + " " + text[2]));
    }
    return documents;
  }

  public static List<Query> queries() {
    return List.of(
        new Query("q1", Language.of("en"), "Where does the cat sleep?"),
        new Query("q2", Language.of("de"), "Katze im Garten"),
        Query.of("train Munich"),
        Query.of("кошка"));
  }

  /**
   * Writes a table of a few English words and their German translations, estimated from parallel
   * text.
   */
  public static Path table(Path folder) {
    String[][] bitext = {
      {"the cat sleeps", "die katze schläft", "0-0 1-1 2-2"},
      {"the tomcat sleeps", "der kater schläft", "0-0 1-1 2-2"},
      {"the cat", "der kater", "0-0 1-1"},
      {"cat", "katze", "0-0"},
      {"in the garden", "im garten", "0-0 1-0 2-1"},
      {"the yard", "der garten", "0-0 1-1"},
      {"the train leaves at noon", "der zug fährt mittags", "0-0 1-1 2-2 4-3"},
      {"the capital of germany", "die hauptstadt von deutschland", "0-0 1-1 2-2 3-3"},
    };
    TranslationCounts counts = new TranslationCounts();
    for (String[] pair : bitext) {
      counts.add(
          List.of(pair[0].split(" ")), List.of(pair[1].split(" ")), Alignment.parse(pair[2]));
    }
    Path file = folder.resolve("en-de.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    return file;
  }

  public static void index(Path folder, Encoder encoder, List<Document> documents) {
    try (Indexer indexer =
        Indexer.at(folder).encoder("trigrams", encoder).passages(new PassageSplitter(9)).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }
}
