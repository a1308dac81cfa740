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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.rerank.OnnxCrossEncoder;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Measures the speed of transformers in a process of its own; {@code performance/encoding} runs it
 * by turns with other software.
 */
public final class TransformerBenchmark {
  private static final int BATCH = 32;
  private static final int[] LENGTHS = {16, 32, 128};
  private static final double MIN_SECONDS = 2;
  private static final int QUERIES = 300;
  private static final int PASSAGES = 50;

  private TransformerBenchmark() {}

  /**
   * Runs one of
   *
   * <ul>
   *   <li>{@code texts MODEL FOLDER}: writes texts of fixed numbers of tokens, with special tokens
   *       and the query prefix, one on each line, to {@code FOLDER/16.txt} and so on;
   *   <li>{@code encode MODEL FOLDER fp32|int8}: encodes them and prints the times as JSON;
   *   <li>{@code rerank MODEL fp32|int8}: scores passages, and prints the same.
   * </ul>
   */
  public static void main(String... args) throws IOException {
    try (ModelFolder model = ModelFolder.open(args[1])) {
      String result =
          switch (args[0]) {
            case "texts" -> writeTexts(model, Path.of(args[2]));
            case "encode" -> encode(model, Path.of(args[2]), precision(args[3]));
            case "rerank" -> rerank(model, precision(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
          };
      try (PrintStream out =
          new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
        out.println(result);
      }
    }
  }

  private static InferenceOptions precision(String name) {
    return InferenceOptions.defaults()
        .withPrecision(Precision.valueOf(name.toUpperCase(Locale.ROOT)));
  }

  private static String writeTexts(ModelFolder model, Path folder) throws IOException {
    Tokenizer tokenizer = model.tokenizer();
    Files.createDirectories(folder);
    for (int length : LENGTHS) {
      List<String> texts = texts(tokenizer, model.prefix(Role.QUERY), length, 8 * BATCH);
      Files.write(folder.resolve(length + ".txt"), texts);
    }
    return "{}";
  }

  /** Returns excerpts of the sample in 12 languages with a fixed number of tokens. */
  static List<String> texts(Tokenizer tokenizer, String prefix, int length, int count) {
    List<String> texts = new ArrayList<>();
    List<String> sentences = SampleSentences.sentences();
    Collections.shuffle(sentences, new Random(1));
    String sample = String.join(" ", sentences).replace('\n', ' ');
    int from = 0;
    while (texts.size() < count) {
      String rest = sample.substring(from, from + 20 * length);
      TokenizedText pieces = tokenizer.tokenize(rest);
      int end = pieces.ends()[length - 1];
      for (int kept = length; kept > 0; kept--) {
        String text = rest.substring(0, pieces.ends()[kept - 1]).strip();
        if (tokenizer.encode(prefix + text, 2 * length).size() == length) {
          texts.add(text);
          break;
        }
      }
      from += end;
    }
    return texts;
  }

  private static String encode(ModelFolder model, Path folder, InferenceOptions options)
      throws IOException {
    List<String> fields = new ArrayList<>();
    try (Encoder encoder = Encoders.open(model, options)) {
      for (int length : LENGTHS) {
        List<String> texts = Files.readAllLines(folder.resolve(length + ".txt"));
        fields.add(rate(length, texts, batch -> encoder.encode(batch, Role.QUERY)));
      }
      List<String> questions = texts(model.tokenizer(), model.prefix(Role.QUERY), 16, QUERIES);
      fields.add(
          latency(questions.size(), i -> encoder.encode(List.of(questions.get(i)), Role.QUERY)));
    }
    return "{" + String.join(", ", fields) + "}";
  }

  /**
   * Returns texts per second in batches, the median over rounds, and per second of processor time.
   */
  private static String rate(int length, List<String> texts, Consumer<List<String>> task) {
    List<Double> rates = new ArrayList<>();
    Duration busy = Duration.ZERO;
    long end = System.nanoTime() + (long) (MIN_SECONDS * 1e9);
    for (int round = 0; round < 4 || System.nanoTime() < end; round++) {
      long start = System.nanoTime();
      for (int from = 0; from < texts.size(); from += BATCH) {
        task.accept(texts.subList(from, from + BATCH));
      }
      if (round == 0) {
        busy = processorTime(); // Without the first round, which compiles.
      } else {
        rates.add(texts.size() * 1e9 / (System.nanoTime() - start));
      }
    }
    busy = processorTime().minus(busy);
    return String.format(
        Locale.ROOT,
        "\"%d\": %.2f, \"%d_cpu\": %.2f",
        length,
        Median.of(rates),
        length,
        rates.size() * texts.size() * 1e9 / busy.toNanos());
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private static String latency(int count, IntConsumer task) {
    for (int i = 0; i < 50; i++) {
      task.accept(i % count);
    }
    long[] taken = new long[count];
    Duration busy = processorTime();
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      task.accept(i);
      taken[i] = System.nanoTime() - start;
    }
    busy = processorTime().minus(busy);
    Arrays.sort(taken);
    return String.format(
        Locale.ROOT,
        "\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"cpu_ms\": %.3f",
        taken[count / 2] / 1e6,
        taken[count * 99 / 100] / 1e6,
        busy.toNanos() / 1e6 / count);
  }

  /**
   * Returns 50 passages of such length that each pair has 128 tokens, scored together and one by
   * one.
   */
  private static String rerank(ModelFolder model, InferenceOptions options) {
    Tokenizer tokenizer = model.tokenizer();
    Query query = Query.of("Where did the Normans settle?");
    int ofQuery = tokenizer.encode(query.text(), "", 512).size();
    List<Passage> same = passages(tokenizer, 128 - ofQuery, 128 - ofQuery);
    List<Passage> mixed = passages(tokenizer, 20, 128 - ofQuery);
    try (OnnxCrossEncoder scorer = OnnxCrossEncoder.open(model, options)) {
      return String.format(
          Locale.ROOT,
          "{\"same_length\": {%s}, \"mixed_lengths\": {%s}, \"one_by_one\": {%s}}",
          latency(20, i -> scorer.score(query, same)),
          latency(20, i -> scorer.score(query, mixed)),
          latency(20, i -> same.forEach(passage -> scorer.score(query, List.of(passage)))));
    }
  }

  /** Returns passages of the sample whose lengths increase evenly. */
  private static List<Passage> passages(Tokenizer tokenizer, int minLength, int maxLength) {
    List<Passage> passages = new ArrayList<>();
    int special = tokenizer.encode("", 512).size();
    for (int i = 0; i < PASSAGES; i++) {
      int length = minLength + (maxLength - minLength) * i / (PASSAGES - 1);
      String text = texts(tokenizer, "", length + special, i + 1).get(i);
      passages.add(new Passage("d" + i, 0, Language.UNDETERMINED, "", text, 0, text.length()));
    }
    return passages;
  }
}
