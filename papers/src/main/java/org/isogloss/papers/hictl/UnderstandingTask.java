// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.io.FileErrors;

/**
 * A task of XTREME, with the files on which it is trained and tested: those of {@code tasks} or, if
 * they do not exist, those of {@code xtreme}, the folder that XTREME's {@code download_data.sh}
 * writes. That has the labels of development sets, but not of test sets.
 */
enum UnderstandingTask {
  /** Natural language inference (Conneau et al. 2018): accuracy. */
  XNLI(
      "XNLI",
      new TaskFiles(
          List.of("tasks/nli/xnli.en.train.tsv.gz"),
          "tasks/nli",
          "xnli\\.(?<language>..)\\.test\\.tsv\\.gz"),
      TaskFiles.xtreme("xnli")),
  /** Paraphrases of sentences with swapped words (Yang et al. 2019): accuracy. */
  PAWSX("PAWS-X", TaskFiles.xtreme("pawsx")),
  /** Parts of speech of Universal Dependencies: accuracy. */
  POS(
      "POS",
      new TaskFiles(
          List.of("tasks/pos/en.ewt.train.conllu.gz"),
          "tasks/pos",
          "(?<language>..)\\..*\\.test\\.conllu\\.gz"),
      TaskFiles.xtreme("udpos")),
  /** Named entities of WikiANN (Pan et al. 2017): F1. */
  NER(
      "NER",
      new TaskFiles(
          List.of("tasks/ner/panx.en.train.tsv.gz"),
          "tasks/ner",
          "panx\\.(?<language>..)\\.test\\.tsv\\.gz"),
      TaskFiles.xtreme("panx")),
  /**
   * Questions of XQuAD (Artetxe et al. 2020), never trained on, in XTREME's languages, without
   * Romanian: F1 and exact match.
   */
  XQUAD(
      "XQuAD F1",
      new TaskFiles(
          List.of(
              "tasks/qa/en.squadshifts-newwiki.train.json.gz",
              "tasks/qa/en.tydiqa-goldp.train.json.gz"),
          "benchmarks/xquad",
          TaskFiles.XQUAD),
      new TaskFiles(List.of(TaskFiles.SQUAD), "benchmarks/xquad", TaskFiles.XQUAD)),
  /** Questions of MLQA (Lewis et al. 2020) in the language of their texts: F1 and exact match. */
  MLQA(
      "MLQA F1",
      new TaskFiles(
          List.of(TaskFiles.SQUAD),
          "xtreme/mlqa/MLQA_V1/dev",
          "dev-context-(?<language>..)-question-\\k<language>\\.json")),
  /** Questions of TyDi QA with their passages (Clark et al. 2020): F1 and exact match. */
  TYDIQA(
      "TyDiQA-GoldP F1",
      new TaskFiles(
          List.of("tasks/qa/en.tydiqa-goldp.train.json.gz"),
          "tasks/qa",
          "(?<language>..)\\.tydiqa-goldp\\.test\\.json\\.gz"),
      // The development files have no answers; training uses English only.
      new TaskFiles(
          List.of(TaskFiles.TYDI + "/tydiqa.goldp.en.train.json"),
          TaskFiles.TYDI,
          "tydiqa\\.goldp\\.(?<language>(?!en)..)\\.train\\.json"));

  private final String column;
  private final List<TaskFiles> layouts;

  /**
   * A task.
   *
   * @param column the column of its main measure
   * @param layouts its files, the preferred ones first
   */
  UnderstandingTask(String column, TaskFiles... layouts) {
    this.column = column;
    this.layouts = List.of(layouts);
  }

  /**
   * The files of a task.
   *
   * @param training files with English examples, relative to the folder of the data
   * @param testFolder the folder of the test files, relative to the folder of the data
   * @param tests names of the test files, with the group {@code language}
   */
  private record TaskFiles(List<String> training, String testFolder, String tests) {
    private static final String SQUAD = "xtreme/squad/train-v1.1.json";
    private static final String TYDI = "xtreme/tydiqa/tydiqa-goldp-v1.1-train";
    private static final String XQUAD = "xquad\\.(?<language>(?!ro)..)\\.json(\\.gz)?";

    /** Returns the files of a task that XTREME has as tables. */
    static TaskFiles xtreme(String task) {
      String folder = "xtreme/" + task;
      return new TaskFiles(List.of(folder + "/train-en.tsv"), folder, "dev-(?<language>..)\\.tsv");
    }

    boolean existIn(Path data) {
      return training.stream().map(data::resolve).allMatch(java.nio.file.Files::isRegularFile)
          && !findTests(data).isEmpty();
    }

    SortedMap<String, Path> findTests(Path data) {
      SortedMap<String, Path> found = new TreeMap<>();
      Path folder = data.resolve(testFolder);
      if (Files.isDirectory(folder)) {
        Pattern name = Pattern.compile(tests);
        try (Stream<Path> files = Files.list(folder)) {
          files.forEach(
              file -> {
                Matcher matcher = name.matcher(file.getFileName().toString());
                if (matcher.matches()) {
                  found.put(matcher.group("language"), file);
                }
              });
        } catch (IOException e) {
          throw FileErrors.cannotRead(folder, e);
        }
      }
      return found;
    }
  }

  /** Returns the name of the task in options and files. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the column of its main measure. */
  String column() {
    return column;
  }

  /** Whether the task is to classify pairs of sentences. */
  boolean hasPairs() {
    return this == XNLI || this == PAWSX;
  }

  /** Whether the task is to find answers, which are measured by F1 and by exact match. */
  boolean hasAnswers() {
    return this == XQUAD || this == MLQA || this == TYDIQA;
  }

  /** Returns the column of the exact matches of answers. */
  String exactColumn() {
    return column.replace("F1", "EM");
  }

  /** Returns the name of the exact matches of answers in measurements. */
  String exactKey() {
    return key() + "-exact";
  }

  private Optional<TaskFiles> find(Path data) {
    return layouts.stream().filter(files -> files.existIn(data)).findFirst();
  }

  /** Whether the data contains files to train and to test the task. */
  boolean existsIn(Path data) {
    return find(data).isPresent();
  }

  /** Returns the files with English examples, relative to the folder of the data. */
  List<String> training(Path data) {
    return find(data).orElseThrow().training();
  }

  /** Returns the test files by language. */
  SortedMap<String, Path> tests(Path data) {
    return find(data).orElseThrow().findTests(data);
  }
}
