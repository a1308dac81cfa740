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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.translation.TranslationOptions;
import org.isogloss.runtime.translation.Translator;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * Measures the speed of translation in a process of its own; {@code performance/translation} runs
 * it by turns with CTranslate2.
 */
public final class TranslationBenchmark {
  private static final double NANOSECONDS = 1e9;

  private TranslationBenchmark() {}

  /**
   * Runs one of
   *
   * <ul>
   *   <li>{@code sources MODEL FILE OUT}: writes the special tokens that begin and end a
   *       translation and the unknown one, then the tokens of each line of a file, as JSON lines;
   *   <li>{@code translate MODEL FILE THREADS BEAM BATCH}: translates the lines and prints the
   *       times and the tokens of the translations as JSON.
   * </ul>
   */
  public static void main(String... args) throws IOException {
    try (ModelFolder model = ModelFolder.open(args[1])) {
      List<String> lines = Files.readAllLines(Path.of(args[2]));
      if (args[0].equals("sources")) {
        writeSources(model, lines, Path.of(args[3]));
      } else {
        int threads = Integer.parseInt(args[3]);
        TranslationOptions options =
            TranslationOptions.defaults()
                .withLengthPenalty(0)
                .withBeam(Integer.parseInt(args[4]))
                .withBatch(Integer.parseInt(args[5]));
        try (Translator translator =
            Translator.open(model, InferenceOptions.defaults().withThreads(threads))) {
          print(translate(translator, lines, options, model.tokenizer()));
        }
      }
    }
  }

  private static void writeSources(ModelFolder model, List<String> lines, Path file)
      throws IOException {
    Tokenizer tokenizer = model.tokenizer();
    SpecialTokens special = tokenizer.specialTokens();
    EncodingSettings encoding = model.encoding();
    List<String> out = new ArrayList<>();
    out.add(
        "{\"special\": ["
            + special.prefix()[special.prefix().length - 1]
            + ", "
            + special.suffix()[0]
            + ", "
            + special.unknownId()
            + "]}");
    for (String line : lines) {
      out.add(
          Arrays.toString(
              tokenizer.encode(encoding.queryPrefix() + line, encoding.maxLength()).ids()));
    }
    Files.write(file, out);
  }

  private static String translate(
      Translator translator, List<String> lines, TranslationOptions options, Tokenizer tokenizer) {
    // Compiled code is measured.
    translator.translate(lines, options);
    Duration processorStart = processorTime();
    long start = System.nanoTime();
    List<String> translations = translator.translate(lines, options);
    double seconds = (System.nanoTime() - start) / NANOSECONDS;
    double processorSeconds = processorTime().minus(processorStart).toNanos() / NANOSECONDS;
    List<int[]> tokens = translations.stream().map(tokenizer::ids).toList();
    return String.format(
        Locale.ROOT,
        "{\"seconds\": %.3f, \"processor_seconds\": %.3f, \"tokens\": %d, \"outputs\": %s}",
        seconds,
        processorSeconds,
        tokens.stream().mapToInt(ids -> ids.length).sum(),
        tokens.stream().map(Arrays::toString).toList());
  }

  private static void print(String result) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.println(result);
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
