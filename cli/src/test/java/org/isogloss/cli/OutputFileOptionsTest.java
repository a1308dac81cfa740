// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** All options for output files, with links, pipes, folders and missing folders as values. */
@Timeout(120)
class OutputFileOptionsTest extends CommandTest {
  private Path index;
  private Path german;
  private Path english;
  private Path queries;
  private Path vectors;
  private Path dictionary;
  private Path reader;
  private Path squad;

  @BeforeEach
  void writeInput() throws IOException {
    german = Files.writeString(folder.resolve("de.txt"), "die Katze schläft\ndas Haus\n");
    english = Files.writeString(folder.resolve("en.txt"), "the cat sleeps\nthe house\n");
    queries = Files.writeString(folder.resolve("queries.tsv"), "q1\tcat\nq2\thouse\n");
    vectors = Files.writeString(folder.resolve("en.vec"), "2 1\ncat 1\nhouse 2\n");
    dictionary = Files.writeString(folder.resolve("dictionary.tsv"), "cat\tcat\n");
    reader =
        SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader");
    squad =
        Files.writeString(
            folder.resolve("qa.json"),
            """
            {"data": [{"paragraphs": [{"context": "the cat sleeps", "qas": [{"id": "q1",
             "question": "who sleeps", "answers": [{"text": "the cat", "answer_start": 0}]}]}]}]}
            """);
    index = folder.resolve("index");
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "d1", "language": "en", "text": "The cat sleeps."}
            {"id": "d2", "language": "en", "text": "The house and the cat."}
            """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "-q"))
        .as(err())
        .isZero();
  }

  /** Returns command lines that write a file, without the last argument, the name of the file. */
  private List<List<Object>> commands() {
    return List.of(
        List.of("align", german, english, "--from", "de", "--to", "en", "-q", "--links"),
        List.of("align", german, english, "--from", "de", "--to", "en", "-q", "--words"),
        List.of("align", german, english, "--from", "de", "--to", "en", "-q", "--table"),
        List.of("mates", german, english, "--model", "tiny", "-q", "--to"),
        List.of(
            "mine",
            german,
            english,
            "--model",
            "tiny",
            "-q",
            "--work",
            folder.resolve("work"),
            "--to"),
        List.of("vectors", "map", vectors, vectors, "--dictionary", dictionary, "-q", "--to"),
        List.of("vectors", "train", english, "--min-count", 1, "--threads", 1, "-q", "--to"),
        List.of("encode", english, "--model", "tiny", "-q", "--to"),
        List.of("map", german, english, "--model", "tiny", "--method", "pca", "-q", "--to"),
        List.of("run", "--index", index, "--queries", queries, "-q", "--to"),
        List.of("answer", "--model", reader, "-q", "--evaluate", squad, "--predictions"),
        List.of(
            "compare",
            "cat",
            "--index",
            index,
            "--pipeline",
            "bm25",
            "--pipeline",
            "ql",
            "-q",
            "--html"));
  }

  private int run(List<Object> command, Object file) {
    List<Object> all = new ArrayList<>(command);
    all.add(file);
    return isogloss(all.toArray());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void followsLinksAndWritesToPipes() throws Exception {
    Path file = folder.resolve("file");
    Path target = folder.resolve("target");
    Path middle = Files.createSymbolicLink(folder.resolve("middle"), Path.of("target"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), middle);
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Path toPipe = Files.createSymbolicLink(folder.resolve("to-pipe"), pipe);
    for (List<Object> command : commands()) {
      assertThat(run(command, file)).as("%s %s", command, err()).isZero();
      byte[] expected = Files.readAllBytes(file);
      assertThat(expected).as("%s", command).isNotEmpty();

      Files.writeString(target, "old");
      assertThat(run(command, link)).as("%s %s", command, err()).isZero();
      assertThat(link).as("%s", command).isSymbolicLink();
      assertThat(middle).as("%s", command).isSymbolicLink();
      assertThat(target).as("%s", command).hasBinaryContent(expected);

      CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> bytes(pipe));
      assertThat(run(command, toPipe)).as("%s %s", command, err()).isZero();
      assertThat(read.get(60, TimeUnit.SECONDS)).as("%s", command).isEqualTo(expected);
      assertThat(toPipe).as("%s", command).isSymbolicLink();
      assertThat(Files.isRegularFile(pipe)).as("%s", command).isFalse();
    }
    assertThat(folder).isDirectoryNotContaining("glob:**{unfinished,part,tmp}");
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void reportsUnwritableFilesBeforeTheWork() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    for (List<Object> command : commands()) {
      for (Path wrong : List.of(folder, loop, file.resolve("below"))) {
        int before = err().length();
        assertThat(run(command, wrong)).as("%s %s", command, wrong).isEqualTo(1);
        assertThat(err().substring(before))
            .startsWith("isogloss: " + wrong + ": ")
            .hasLineCount(1)
            .doesNotContain("Exception");
      }
    }
    assertThat(folder.resolve("work")).doesNotExist();
    assertThat(out()).isEmpty();
  }

  @Test
  void createsOrNamesAMissingFolder() {
    for (List<Object> command : commands()) {
      Path file = folder.resolve("none" + commands().indexOf(command)).resolve("file");
      if (run(command, file) == 0) {
        assertThat(file).exists();
      } else {
        assertThat(err())
            .endsWith(
                file + ": the folder " + file.getParent() + " does not exist: create it first\n");
      }
    }
  }

  @Test
  void rejectsOneFileForTwoOutputs() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    for (Path other : List.of(file, link)) {
      assertThat(
              isogloss(
                  "align", german, english, "--from", "de", "--to", "en", "--links", file,
                  "--table", other))
          .isEqualTo(1);
      assertThat(err())
          .endsWith(other + " is given for two outputs, expected a different file for each\n");
    }
    assertThat(file).hasContent("old");
    assertThat(
            isogloss(
                "align",
                german,
                english,
                "--from",
                "de",
                "--to",
                "en",
                "--links",
                "-",
                "--table",
                "/dev/stdout"))
        .isEqualTo(1);
    assertThat(err())
        .endsWith("standard output is given for two outputs, expected a different file for each\n");
  }

  @Test
  void doesNotReplaceAnInputByAnOutput() throws IOException {
    Path bitext = Files.writeString(folder.resolve("de-en.tsv"), "Haus\thouse\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), bitext);
    for (Path output : List.of(bitext, link)) {
      assertThat(isogloss("concordance", "Haus", "--corpus", bitext, "--to", output)).isEqualTo(1);
      assertThat(err())
          .endsWith(output + " is given for an input, too, expected another file for the output\n");
      assertThat(isogloss("data", "convert", bitext, "--output", output)).isEqualTo(1);
      assertThat(isogloss("align", bitext, "--links", output)).isEqualTo(1);
    }
    assertThat(bitext).hasContent("Haus\thouse");
  }

  @Test
  void miningToAPipeNeedsAWorkFolder() {
    assertThat(isogloss("mine", german, english, "--model", "tiny", "--to", "-")).isEqualTo(1);
    assertThat(err()).contains("--to - is not a regular file", "--work");
  }
}
