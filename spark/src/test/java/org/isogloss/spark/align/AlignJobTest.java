// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.WordAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.Translation;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.spark.SparkCommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlignJobTest extends SparkCommandTest {
  private static final LanguagePair LANGUAGES = LanguagePair.find("en-de").orElseThrow();

  @TempDir Path folder;
  private Path file;
  private Path output;

  @BeforeEach
  void writeBitext() throws IOException {
    file = folder.resolve("bitext.tsv");
    output = folder.resolve("output");
    Random random = new Random(42);
    List<String> lines = new ArrayList<>();
    for (int pair = 0; pair < 400; pair++) {
      StringBuilder source = new StringBuilder();
      StringBuilder target = new StringBuilder();
      for (int length = 3 + random.nextInt(8); length > 0; length--) {
        int word = (int) (80 * Math.pow(random.nextDouble(), 2));
        source.append(" e").append(word);
        target.insert(random.nextInt(4) == 0 ? 0 : target.length(), " f" + word);
      }
      lines.add(source.substring(1) + "\t" + target.substring(1));
    }
    Files.write(file, lines);
  }

  private int align(String... options) {
    List<Object> arguments =
        new ArrayList<>(List.of("align", file, "--to", output, "--languages", "en-de"));
    arguments.addAll(List.of("--at-spaces", "--partitions", "3"));
    arguments.addAll(List.of(options));
    return spark(arguments.toArray());
  }

  @Test
  void givesTheLinksAndTheTableOfOneMachine() throws IOException {
    assertThat(align()).describedAs(err()).isZero();
    List<String> expectedLinks = new ArrayList<>();
    TranslationCounts counts = new TranslationCounts();
    ParallelCorpus corpus;
    try (var pairs = Bitext.readTsv(file, LANGUAGES, OnError.FAIL)) {
      WordTokenizer tokenizer = WordTokenizer.onWhitespace();
      corpus = ParallelCorpus.read(pairs, tokenizer, tokenizer, 200, ParallelCorpus.Listener.NONE);
    }
    try (WordAligner aligner =
        WordAligner.train(corpus, AlignerOptions.defaults(), AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) -> {
            List<String> source = corpus.sourceWords(pair);
            List<String> target = corpus.targetWords(pair);
            expectedLinks.add(
                String.join(" ", source) + "\t" + String.join(" ", target) + "\t" + alignment);
            counts.add(source, target, alignment);
          });
    }
    assertThat(links()).containsExactlyInAnyOrderElementsOf(expectedLinks);
    Path table = folder.resolve("local.table");
    counts.write(table, LANGUAGES, TablePruning.DEFAULT);
    assertSame(TranslationTable.open(table), TranslationTable.open(output.resolve("en-de.table")));
    assertThat(err()).contains("HMM, iteration 5: perplexities ");
  }

  @Test
  void readsItsOptionsAsTheLocalCommandDoes() {
    assertThat(align("--symmetrise", "grow-diag", "--min-probability", "1.5")).isNotZero();
    assertThat(err()).contains("--min-probability is 1.5, expected 0 to 1");
    assertThat(align("--symmetrise", "often")).isNotZero();
    assertThat(err()).contains("found often").contains("grow-diag-final-and");
  }

  private List<String> links() throws IOException {
    List<String> links = new ArrayList<>();
    try (Stream<Path> files = Files.list(output)) {
      for (Path part : files.filter(path -> path.toString().endsWith(".tsv")).sorted().toList()) {
        links.addAll(Files.readAllLines(part));
      }
    }
    return links;
  }

  private static void assertSame(TranslationTable expected, TranslationTable found) {
    assertThat(found.words()).isEqualTo(expected.words());
    for (String word : expected.words()) {
      List<Translation> translations = expected.translations(word);
      assertThat(found.translations(word)).hasSameSizeAs(translations);
      for (int i = 0; i < translations.size(); i++) {
        assertThat((double) found.translations(word).get(i).probability())
            .describedAs(word)
            .isCloseTo(translations.get(i).probability(), within(1e-6));
      }
    }
  }

  @Test
  void continuesWithTheMissingPartitions() throws IOException {
    align();
    List<String> expected = links();
    byte[] table = Files.readAllBytes(output.resolve("en-de.table"));
    Files.delete(output.resolve("part-00001.tsv"));
    Files.delete(output.resolve("_SUCCESS"));
    assertThat(align()).describedAs(err()).isZero();
    assertThat(links()).isEqualTo(expected);
    assertThat(Files.readAllBytes(output.resolve("en-de.table"))).isEqualTo(table);
  }

  @Test
  void reportsAMalformedLine() throws IOException {
    Files.writeString(file, "one\teins\nno translation\n");
    assertThat(align()).isEqualTo(1);
    assertThat(err()).contains(": found 1 column, expected source TAB target");
    assertThat(spark("align", file, "--to", folder.resolve("other"), "--languages", "english"))
        .isEqualTo(1);
    assertThat(err()).contains("--languages is english, expected two languages such as en-de");
  }

  @Test
  void readsLinesAsOneMachineDoes() throws IOException {
    Files.writeString(file, "a\rb\tc\r\ndog\thund\r\n");
    assertThat(align()).describedAs(err()).isZero();
    assertThat(links().stream().map(line -> line.replaceFirst("\t[^\t]*$", "")))
        .containsExactlyInAnyOrder("a b\tc", "dog\thund");
  }

  @Test
  void rejectsInvalidNumbersBeforeItWrites() {
    assertThat(spark("align", file, "--to", output, "--languages", "en-de", "--partitions", "0"))
        .isNotZero();
    assertThat(err()).contains("partitions is 0, expected 1 or more");
    assertThat(output).doesNotExist();
  }

  @Test
  void startsInAFolderThatAKilledJobLeft() throws IOException {
    Files.createDirectories(output.resolve("_temporary"));
    Files.writeString(output.resolve("_temporary/_job.json"), "{");
    assertThat(align()).describedAs(err()).isZero();
  }
}
