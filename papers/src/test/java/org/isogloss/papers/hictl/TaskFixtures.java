// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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

  /** Writes files as XTREME's {@code download_data.sh} does, below {@code xtreme}. */
  static void writeXtreme(Path data) throws IOException {
    String pairs =
        "\"He said \"\"no\"\".\"\tHe said no.\tentailment\r\nA dog runs.\tIt sleeps.\tneutral\r\n";
    write(data, "xtreme/xnli/train-en.tsv", pairs);
    write(data, "xtreme/xnli/dev-en.tsv", pairs);
    write(data, "xtreme/xnli/dev-de.tsv", "Ein Hund rennt.\tEr schläft.\tneutral\r\n");
    write(data, "xtreme/xnli/test-de.tsv", "Ein Hund rennt.\tEr schläft.\r\n");
    write(data, "xtreme/pawsx/train-en.tsv", "a to b\tb to a\t0\r\na and b\tb and a\t1\r\n");
    write(data, "xtreme/pawsx/dev-de.tsv", "a und b\tb und a\t1\r\n");
    write(data, "xtreme/udpos/train-en.tsv", "Dogs\tNOUN\nrun\tVERB\n\n");
    write(data, "xtreme/udpos/dev-de.tsv", "Hunde\tNOUN\nrennen\tVERB\n\n");
    write(data, "xtreme/udpos/test-de.tsv", "Hunde\nrennen\n\n");
    write(data, "xtreme/panx/train-en.tsv", "Anna\tB-PER\nlives\tO\n\n");
    write(data, "xtreme/panx/dev-de.tsv", "Anna\tB-PER\nwohnt\tO\n\n");
    write(data, "xtreme/squad/train-v1.1.json", squad("Anna lives in Rome.", "Rome", 14));
    String tydi = "xtreme/tydiqa/tydiqa-goldp-v1.1-train/tydiqa.goldp.";
    write(data, tydi + "en.train.json", squad("Anna lives in Rome.", "Rome", 14));
    write(data, tydi + "sw.train.json", squad("Anna anaishi Roma.", "Roma", 13));
    String german = squad("Anna wohnt in Rom.", "Rom", 14);
    write(data, "xtreme/mlqa/MLQA_V1/dev/dev-context-de-question-de.json", german);
    write(data, "xtreme/mlqa/MLQA_V1/dev/dev-context-de-question-en.json", german);
  }

  /** Writes SQuAD, and XQuAD without its answers. */
  static void writeWithheldAnswers(Path data) throws IOException {
    write(data, "xtreme/squad/train-v1.1.json", squad("Anna lives in Rome.", "Rome", 14));
    write(data, "benchmarks/xquad/xquad.de.json", squad("Anna wohnt in Rom.", "", 0));
  }

  private static String squad(String context, String answer, int start) {
    return String.format(
        Locale.ROOT,
        """
        {"data": [{"title": "", "paragraphs": [{"context": "%s", "qas": [
          {"id": "1", "question": "Where does Anna live?", "answers": [
            {"text": "%s", "answer_start": %d}]}]}]}]}
        """,
        context,
        answer,
        start);
  }

  private static void write(Path data, String name, String text) throws IOException {
    Path file = data.resolve(name);
    Files.createDirectories(file.getParent());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      out.write(bytes);
    }
  }
}
