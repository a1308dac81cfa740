// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read standard input, each in its own process. */
class StandardInputTest {
  @TempDir Path folder;

  private record Ended(int code, String output) {}

  private Ended isogloss(String input, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("org.isogloss.cli.Isogloss");
    command.addAll(List.of(args));
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after two minutes: " + String.join(" ", args));
    }
    return new Ended(process.exitValue(), Files.readString(output));
  }

  @Test
  void indexesStandardInput() throws Exception {
    String documents =
        "{\"id\": \"d1\", \"text\": \"coffee\"}\n{\"id\": \"d2\", \"text\": \"tea\"}\n";
    Ended ended = isogloss(documents, "index", "-", "--index", "index", "--model", "none");
    assertThat(ended.output())
        .contains("standard input cannot be read again: a killed run starts it from its")
        .contains("Indexed 2 documents of standard input");
    assertThat(ended.code()).isZero();
  }

  @Test
  void readsADictionaryFromStandardInput() throws Exception {
    Files.writeString(folder.resolve("en.vec"), "2 2\nthe 1 0\nhouse 0 1\n");
    Files.writeString(folder.resolve("de.vec"), "2 2\ndas 0 1\nhaus 1 0\n");
    String dictionary = "das\tthe\nhaus\thouse\n";
    Ended mapped =
        isogloss(
            dictionary,
            "vectors",
            "map",
            "de.vec",
            "en.vec",
            "--dictionary",
            "-",
            "--to",
            "to.vec");
    assertThat(mapped.output()).contains("Learned a map from 2 pairs");
    Ended measured =
        isogloss(dictionary, "vectors", "evaluate", "to.vec", "en.vec", "--dictionary", "-");
    assertThat(measured.output()).contains("covered      2  1.0000  1.0000");
    assertThat(measured.code()).isZero();
  }

  @Test
  void trainsWordVectorsFromStandardInputToStandardOutput() throws Exception {
    Ended ended =
        isogloss(
            "the cat the dog\n".repeat(5),
            "vectors",
            "train",
            "-",
            "--to",
            "-",
            "--dimension",
            "2",
            "--quiet");
    assertThat(ended.output()).startsWith("3 2\nthe ").contains("\ncat ", "\ndog ").hasLineCount(4);
    assertThat(ended.code()).isZero();
  }

  @Test
  void measuresTranslationsFromStandardInput() throws Exception {
    Files.writeString(folder.resolve("ref.txt"), "the cat sleeps on the mat\n");
    Ended ended = isogloss("the cat sleeps on a mat\n", "bleu", "ref.txt", "-", "-m", "chrF");
    assertThat(ended.output()).startsWith("chrF2|nrefs:1|").contains(" = 72.2\n");
    assertThat(ended.code()).isZero();
    Ended longer = isogloss("a\nb\n", "bleu", "ref.txt", "-");
    assertThat(longer.output())
        .contains("standard input has 2 lines, expected 1, as many as ref.txt");
    assertThat(longer.code()).isOne();
  }

  @Test
  void readsTextsOfTasksFromStandardInput() throws Exception {
    String classifier = SampleTransformer.BERT_CLASSIFIER.copyInto(folder).toString();
    Ended classified = isogloss("a cat\na dog\tit\n", "classify", "--model", classifier, "-q");
    assertThat(classified.output().lines())
        .hasSize(2)
        .allMatch(line -> line.matches("LABEL_[01]\t0\\.\\d{4}\ta (cat|dog\tit)"));
    String tagger =
        SampleHead.constant(TransformerHead.TOKEN_CLASSIFICATION, List.of("DET", "NOUN"), 0, 1)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "tagger")
            .toString();
    assertThat(isogloss("the cat\n", "tag", "--model", tagger, "-", "-q").output())
        .isEqualTo("the\tNOUN\ncat\tNOUN\n\n");
    String reader =
        SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader")
            .toString();
    Ended answered =
        isogloss("the cat\nsleeps\n", "answer", "who", "--model", reader, "--top", "1", "-q");
    assertThat(answered.output()).contains("1. ", "standard input:");
    assertThat(answered.code()).isZero();
  }

  @Test
  void readsStandardInputOnceAndReportsItsLines() throws Exception {
    Ended info = isogloss("q1\tx\nq2\ty\nq3\n", "data", "info", "/dev/stdin");
    assertThat(info.output()).contains("records      2").contains("standard input:3: found 1");
    Ended twice = isogloss("a\n", "evaluate", "-", "-");
    assertThat(twice.code()).isEqualTo(1);
  }
}
