// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.text.Tokenizer;

/**
 * Compares the ids of a tokenizer with those of Hugging Face's tokenizers, and measures its speed;
 * {@code performance/tokenizers} runs both.
 */
public final class TokenizerAgreement {
  private static final int ROUNDS = 4;
  private static final int SHOWN = 5;

  /** Number of texts that are timed; as many as in Python. */
  private static final int TIMED = 10_000;

  private TokenizerAgreement() {}

  /**
   * Prints the number of texts with equal ids, the first ones that differ, and the tokens in a
   * second of processor time. Ends with the status 1 if one differs.
   *
   * @param args a model folder, the file of the texts, and that of the ids, both as {@code
   *     performance/peers/tokenizer_agreement.py} writes them
   */
  public static void main(String... args) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      texts.add(JsonFile.MAPPER.readValue(line, String.class));
    }
    List<String> expected = Files.readAllLines(Path.of(args[2]));
    int different;
    try (PrintStream out =
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        ModelFolder model = ModelFolder.open(args[0])) {
      Tokenizer tokenizer = model.tokenizer();
      different = compare(tokenizer, texts, expected, out);
      double rate = tokensPerSecond(tokenizer, texts.subList(0, Math.min(TIMED, texts.size())));
      MeasurementFile.append("Isogloss", Map.of("tokens_per_processor_second", rate));
      out.printf(
          Locale.ROOT,
          "Isogloss: %d of %d texts have the same ids, %.3f million tokens a second of processor"
              + " time%n",
          texts.size() - different,
          texts.size(),
          rate / 1e6);
    }
    if (different > 0) {
      System.exit(1);
    }
  }

  private static int compare(
      Tokenizer tokenizer, List<String> texts, List<String> expected, PrintStream out) {
    int different = 0;
    for (int i = 0; i < texts.size(); i++) {
      int[] ids =
          Arrays.stream(expected.get(i).split(" "))
              .filter(id -> !id.isEmpty())
              .mapToInt(Integer::parseInt)
              .toArray();
      int[] found = tokenizer.ids(texts.get(i));
      if (!Arrays.equals(found, ids)) {
        different++;
        if (different <= SHOWN) {
          out.println(
              JsonFile.MAPPER.valueToTree(texts.get(i))
                  + "\n  expected "
                  + Arrays.toString(ids)
                  + "\n  found    "
                  + Arrays.toString(found));
        }
      }
    }
    return different;
  }

  private static double tokensPerSecond(Tokenizer tokenizer, List<String> texts) {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    List<Double> rates = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long start = thread.getCurrentThreadCpuTime();
      long tokens = texts.stream().mapToLong(text -> tokenizer.ids(text).length).sum();
      rates.add(tokens / ((thread.getCurrentThreadCpuTime() - start) / 1e9));
    }
    return Median.of(rates.subList(1, ROUNDS));
  }
}
