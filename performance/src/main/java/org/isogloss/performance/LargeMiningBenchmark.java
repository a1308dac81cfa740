// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.NtrexFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.measure.PrecisionRecallCurve;

/**
 * Creates two large files to mine, and evaluates the mined pairs. Run by {@code
 * performance/large-mining}.
 */
public final class LargeMiningBenchmark {
  private static final Language ENGLISH = Language.of("en");
  private static final String NEWS_ORIGIN = "ntrex";

  /** Minimum length of English; shorter pairs are words and labels. */
  private static final int MIN_TEXT_LENGTH = 10;

  private final PrintStream out;
  private final DisjointCorpusSplitter sides = new DisjointCorpusSplitter();

  private LargeMiningBenchmark(PrintStream out) {
    this.out = out;
  }

  /**
   * Creates files, or evaluates pairs.
   *
   * @param args {@code make}, the folder of bitext, help and benchmarks, an output folder, number
   *     of lines of a file, number of hidden pairs in addition to the news; or {@code score}, the
   *     output folder, the output of {@code mine --line-numbers}
   */
  public static void main(String[] args) throws IOException {
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      LargeMiningBenchmark mining = new LargeMiningBenchmark(out);
      if (args[0].equals("make")) {
        int lines = Integer.parseInt(args[3]);
        mining.makeFiles(Path.of(args[1]), Path.of(args[2]), lines, Integer.parseInt(args[4]));
      } else {
        mining.evaluate(Path.of(args[1]), Path.of(args[2]));
      }
    }
  }

  private void makeFiles(Path data, Path folder, int lines, int hidden) throws IOException {
    addNews(NtrexFolder.open(data.resolve("benchmarks").resolve(NEWS_ORIGIN)));
    sides.hide(lines);
    try (var files = Files.newDirectoryStream(data.resolve("bitext"), "en-*.tsv.gz")) {
      for (Path file : files) {
        try (var pairs = Bitext.readTsv(file, OnError.SKIP)) {
          pairs.forEachRemaining(pair -> add(pair, "bitext"));
        }
      }
    }
    ParallelDocumentation help = ParallelDocumentation.open(data.resolve("help"));
    for (Language language : help.languages()) {
      if (!language.equals(ENGLISH)) {
        try (var pairs = help.pairs(ENGLISH, language, OnError.SKIP)) {
          pairs.forEachRemaining(pair -> add(pair, "help"));
        }
      }
    }
    sides.hide(hidden);
    DisjointCorpusSplitter.Lines made = sides.split(lines);
    Files.createDirectories(folder);
    Files.write(folder.resolve("source.txt"), made.source());
    Files.write(folder.resolve("target.txt"), made.target());
    Files.write(folder.resolve("hidden.tsv"), made.hidden());
    print(
        "%,d and %,d lines; %,d pairs are hidden in them",
        made.source().size(), made.target().size(), made.hidden().size());
  }

  /** Each sentence in English and one other language, by turns. */
  private void addNews(NtrexFolder folder) {
    List<Language> others =
        folder.languages().stream().filter(LargeMiningBenchmark::toSource).toList();
    for (int turn = 0; turn < others.size(); turn++) {
      List<SentencePair> pairs = folder.pairs(ENGLISH, others.get(turn), OnError.FAIL).toList();
      for (int i = turn; i < pairs.size(); i += others.size()) {
        add(pairs.get(i), NEWS_ORIGIN);
      }
    }
  }

  private void add(SentencePair pair, String origin) {
    if (pair.source().length() >= MIN_TEXT_LENGTH && !pair.origin().endsWith("_dict")) {
      boolean toSource = toSource(pair.targetLanguage());
      sides.add(pair.source(), false, pair.target(), toSource, origin);
    }
  }

  /** English and languages without Latin script are the target. */
  private static boolean toSource(Language language) {
    return language.script().equals("Latn") && !language.equals(ENGLISH);
  }

  private void evaluate(Path folder, Path mined) throws IOException {
    Map<String, String> origins = new HashMap<>();
    Map<String, Integer> hidden = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("hidden.tsv"))) {
      int tab = line.lastIndexOf('\t');
      origins.put(line.substring(0, tab), line.substring(tab + 1));
      hidden.merge(line.substring(tab + 1), 1, Integer::sum);
    }
    List<String[]> pairs;
    try (var lines = Files.lines(mined)) {
      pairs = lines.skip(1).map(line -> line.split("\t", 4)).toList();
    }
    double[] scores = pairs.stream().mapToDouble(pair -> Double.parseDouble(pair[2])).toArray();
    String[] found = new String[scores.length];
    boolean[] right = new boolean[scores.length];
    for (int i = 0; i < scores.length; i++) {
      found[i] = origins.getOrDefault(pairs.get(i)[0] + "\t" + pairs.get(i)[1], "");
      right[i] = !found[i].isEmpty();
    }
    PrecisionRecallCurve.Point best =
        PrecisionRecallCurve.of(scores, right, origins.size()).bestF1();
    print(
        "best F1 %.4f: the %,d pairs from %.4f on, precision %.4f, recall %.4f",
        best.f1(), best.retained(), best.threshold(), best.precision(), best.recall());
    for (String origin : hidden.keySet()) {
      int kept = 0;
      for (int i = 0; i < scores.length; i++) {
        kept += scores[i] >= best.threshold() && found[i].equals(origin) ? 1 : 0;
      }
      double recall = (double) kept / hidden.get(origin);
      print("  of %,d hidden pairs of %s: recall %.4f", hidden.get(origin), origin, recall);
    }
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
