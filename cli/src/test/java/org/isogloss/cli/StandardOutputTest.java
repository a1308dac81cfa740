// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose standard output is full or closed. */
class StandardOutputTest extends CommandTest {
  private List<List<Object>> commands;

  /** Accepts a number of bytes, then fails. */
  private static final class FailingStream extends OutputStream {
    private final String reason;
    private int left;

    FailingStream(String reason, int left) {
      this.reason = reason;
      this.left = left;
    }

    @Override
    public void write(int oneByte) throws IOException {
      if (left == 0) {
        throw new IOException(reason);
      }
      left--;
    }
  }

  private record Ended(int code, String err) {}

  @BeforeEach
  void writeInput() throws IOException {
    Path german = Files.writeString(folder.resolve("de.txt"), "die Katze schläft\ndas Haus\n");
    Path english = Files.writeString(folder.resolve("en.txt"), "the cat sleeps\nthe house\n");
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "d1", "language": "en", "text": "The cat sleeps."}
            {"id": "d2", "language": "en", "text": "The house and the cat."}
            """);
    Path qrels = Files.writeString(folder.resolve("qrels"), "q1 0 d1 1\n");
    Path run = Files.writeString(folder.resolve("run"), "q1 Q0 d1 1 0.5 x\n");
    Path vectors = Files.writeString(folder.resolve("en.vec"), "2 1\ncat 1\nhouse 2\n");
    Path dictionary = Files.writeString(folder.resolve("dictionary.tsv"), "cat\tcat\n");
    Path classifier = SampleTransformer.BERT_CLASSIFIER.copyInto(folder);
    Path index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "-q")).isZero();
    commands =
        List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("search", "--help"),
            List.of("search", "cat", "--index", index, "-q"),
            List.of("search", "cat", "--index", index, "-q", "--json"),
            List.of("compare", "cat", "--index", index, "--pipeline", "bm25", "--pipeline", "ql"),
            List.of("evaluate", qrels, run),
            List.of("bleu", english, english),
            List.of("bleu", english, english, "--sentences"),
            List.of("bleu", english, english, "--json"),
            List.of("evaluate", qrels, run, "--format", "json"),
            List.of("align", german, english, "--from", "de", "--to", "en", "-q"),
            List.of("mates", german, english, "--model", "tiny", "-q"),
            List.of("mates", german, english, "--model", "tiny", "-q", "--aligned"),
            List.of("map", german, english, "--model", "tiny", "-q", "--tsv"),
            List.of("vectors", "evaluate", vectors, vectors, "--dictionary", dictionary),
            List.of("classify", english, "--model", classifier, "-q"),
            List.of("classify", english, "--model", classifier, "-q", "--json"),
            List.of("data", "info", english),
            List.of("model", "info", "tiny"));
  }

  private static Ended run(OutputStream out, List<Object> command) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = command.stream().map(Object::toString).toArray(String[]::new);
    int code = Isogloss.run(out, err, words);
    return new Ended(code, err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void everyCommandFailsIfTheDiskIsFull() {
    for (List<Object> command : commands) {
      Ended ended = run(new FailingStream("No space left on device", 0), command);
      assertThat(ended.code()).as("%s", command).isEqualTo(1);
      assertThat(ended.err())
          .as("%s", command)
          .containsOnlyOnce("isogloss: ")
          .endsWith(
              "isogloss: standard output: no space left on the device: free some space, or"
                  + " choose another disk\n")
          .doesNotContain("Exception");
    }
  }

  @Test
  void commandsEndSilentlyIfTheReaderHasEnded() {
    for (List<Object> command : commands) {
      Ended ended = run(new FailingStream("Broken pipe", 5), command);
      assertThat(ended.code()).as("%s", command).isEqualTo(141);
      assertThat(ended.err()).as("%s", command).doesNotContain("isogloss: ");
    }
  }

  @Test
  void messagesDoNotMixWithDataOnStandardOutput() throws Exception {
    Path lines = folder.resolve("en.txt");
    Path file = folder.resolve("vectors.npy");
    assertThat(isogloss("encode", lines, "--model", "tiny", "--to", file)).isZero();
    for (String output : List.of("-", "/dev/stdout")) {
      Path out = Files.writeString(folder.resolve("out"), "before");
      Path err = folder.resolve("err");
      // Appended to, as by >> in a shell: the previous content is kept.
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--add-modules",
                  "jdk.incubator.vector",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Isogloss.class.getName(),
                  "encode",
                  lines.toString(),
                  "--model",
                  "tiny",
                  "--to",
                  output)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
              .redirectError(err.toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(err)).isZero();
      byte[] written = Files.readAllBytes(out);
      assertThat(Arrays.copyOf(written, 6)).asString(StandardCharsets.UTF_8).isEqualTo("before");
      assertThat(Arrays.copyOfRange(written, 6, written.length))
          .isEqualTo(Files.readAllBytes(file));
      assertThat(err).content().contains("Encoded 2 lines", "into standard output");
    }
  }
}
