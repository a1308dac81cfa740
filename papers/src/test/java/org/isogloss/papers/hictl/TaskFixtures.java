// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Small files of tasks. */
final class TaskFixtures {
  private TaskFixtures() {}

  /** Writes training and test files of XNLI, NER, and TyDi QA into a folder of data. */
  static void write(Path data) throws IOException {
    String pairs =
        """
        A man eats.\tA man is eating.\tentailment
        A dog runs.\tA cat sleeps.\tcontradiction
        She reads a book.\tThe book is old.\tneutral
        """;
    write(data, "tasks/nli/xnli.en.train.tsv.gz", pairs);
    write(data, "tasks/nli/xnli.en.test.tsv.gz", pairs);
    write(
        data,
        "tasks/nli/xnli.de.test.tsv.gz",
        "Ein Mann isst.\tEr isst.\tentailment\nEin Hund rennt.\tEr schläft.\tcontradiction\n");
    String tagged = "Anna\tB-PER\nlives\tO\nin\tO\nNew\tB-LOC\nYork\tI-LOC\n\n";
    write(data, "tasks/ner/panx.en.train.tsv.gz", tagged + tagged);
    write(data, "tasks/ner/panx.de.test.tsv.gz", "Anna\tB-PER\nwohnt\tO\nin\tO\nRom\tB-LOC\n\n");
    String question =
        """
        {"data": [{"title": "", "paragraphs": [{"context": "Anna lives in Rome.", "qas": [
          {"id": "1", "question": "Where does Anna live?", "answers": [
            {"text": "Rome", "answer_start": 14}]}]}]}]}
        """;
    write(data, "tasks/qa/en.tydiqa-goldp.train.json.gz", question);
    write(data, "tasks/qa/sw.tydiqa-goldp.test.json.gz", question);
  }

  private static void write(Path data, String name, String text) throws IOException {
    Path file = data.resolve(name);
    Files.createDirectories(file.getParent());
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
