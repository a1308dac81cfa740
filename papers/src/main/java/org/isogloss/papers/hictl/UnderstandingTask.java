// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.io.FileErrors;

/** A task of XTREME, with the files on which it is trained and tested. */
enum UnderstandingTask {
  /** Natural language inference (Conneau et al. 2018): accuracy. */
  XNLI(
      "XNLI",
      "tasks/nli",
      List.of("xnli.en.train.tsv.gz"),
      "xnli\\.(?<language>..)\\.test\\.tsv\\.gz"),
  /** Parts of speech of Universal Dependencies: accuracy. */
  POS(
      "POS",
      "tasks/pos",
      List.of("en.ewt.train.conllu.gz"),
      "(?<language>..)\\..*\\.test\\.conllu\\.gz"),
  /** Named entities of WikiANN (Pan et al. 2017): F1. */
  NER(
      "NER",
      "tasks/ner",
      List.of("panx.en.train.tsv.gz"),
      "panx\\.(?<language>..)\\.test\\.tsv\\.gz"),
  /**
   * Questions of XQuAD (Artetxe et al. 2020), never trained on, in XTREME's languages, without
   * Romanian: F1 and exact match.
   */
  XQUAD(
      "XQuAD F1",
      "tasks/qa",
      List.of("en.squadshifts-newwiki.train.json.gz", "en.tydiqa-goldp.train.json.gz"),
      "../../benchmarks/xquad",
      "xquad\\.(?<language>(?!ro)..)\\.json\\.gz"),
  /** Questions of TyDi QA with their passages (Clark et al. 2020): F1 and exact match. */
  TYDIQA(
      "TyDiQA-GoldP F1",
      "tasks/qa",
      List.of("en.tydiqa-goldp.train.json.gz"),
      "(?<language>..)\\.tydiqa-goldp\\.test\\.json\\.gz");

  private final String column;
  private final String folder;
  private final List<String> training;
  private final String testFolder;
  private final Pattern tests;

  UnderstandingTask(String column, String folder, List<String> training, String tests) {
    this(column, folder, training, ".", tests);
  }

  /**
   * A task.
   *
   * @param column the column of its main measure
   * @param folder the folder of its files in the folder of the data
   * @param training names of the files with English examples
   * @param testFolder the folder of the test files, relative to {@code folder}
   * @param tests names of the test files, with the group {@code language}
   */
  UnderstandingTask(
      String column, String folder, List<String> training, String testFolder, String tests) {
    this.column = column;
    this.folder = folder;
    this.training = training;
    this.testFolder = testFolder;
    this.tests = Pattern.compile(tests);
  }

  /** Returns the name of the task in options and files. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the column of its main measure. */
  String column() {
    return column;
  }

  /** Whether the task is to find answers, which are measured by F1 and by exact match. */
  boolean hasAnswers() {
    return this == XQUAD || this == TYDIQA;
  }

  /** Returns the column of the exact matches of answers. */
  String exactColumn() {
    return column.replace("F1", "EM");
  }

  /** Returns the name of the exact matches of answers in measurements. */
  String exactKey() {
    return key() + "-exact";
  }

  /** Returns the files with English examples, relative to the folder of the data. */
  List<String> training() {
    return training.stream().map(file -> folder + '/' + file).toList();
  }

  /** Whether the data contains files to train and to test the task. */
  boolean existsIn(Path data) {
    return training().stream().map(data::resolve).allMatch(Files::isRegularFile)
        && !tests(data).isEmpty();
  }

  /** Returns the test files by language. */
  SortedMap<String, Path> tests(Path data) {
    SortedMap<String, Path> found = new TreeMap<>();
    Path from = data.resolve(folder).resolve(testFolder).normalize();
    if (!Files.isDirectory(from)) {
      return found;
    }
    try (Stream<Path> files = Files.list(from)) {
      files.forEach(
          file -> {
            Matcher name = tests.matcher(file.getFileName().toString());
            if (name.matches()) {
              found.put(name.group("language"), file);
            }
          });
    } catch (IOException e) {
      throw FileErrors.cannotRead(from, e);
    }
    return found;
  }
}
