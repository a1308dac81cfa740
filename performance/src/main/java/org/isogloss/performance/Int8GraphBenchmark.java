// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.text.Tokenizer;

/**
 * Compares the forms in which a new eight-bit graph can run on this processor with the form that
 * Isogloss chooses, by turns in one process: signed weights, as in graphs of version 1, and
 * unsigned weights. Fails if the chosen form is clearly slower than the fastest exact one.
 */
public final class Int8GraphBenchmark {
  private static final int[] LENGTHS = {16, 32, 128};
  private static final int TOKENS = 512;
  private static final int ROUNDS = 9;
  private static final int QUERIES = 200;

  /** Minimum speed of the chosen form relative to the fastest exact form. */
  private static final double MIN_RELATIVE_SPEED = 0.85;

  private static final String CHOSEN = "chosen, with tokenization";
  private static final String SIGNED = "signed weights";
  private static final String UNSIGNED = "unsigned weights";

  /** Encodes texts of one length. */
  @FunctionalInterface
  private interface GraphRunner {
    float[][] encode(List<String> texts) throws OrtException;
  }

  private Int8GraphBenchmark() {}

  /**
   * Runs {@code MODEL SCRATCH}.
   *
   * @param args a model folder with weights, and a folder that does not exist
   */
  public static void main(String... args) throws OrtException {
    Path served = Path.of(args[1]);
    try (ModelFolder model = ModelFolder.open(args[0])) {
      OnnxExport.writeServingFolder(model, served, OnnxExportOptions.forPrecision(Precision.INT8));
    }
    boolean fast;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (ModelFolder model = ModelFolder.open(served);
        // First: Isogloss starts ONNX Runtime on a thread with a large stack, which it needs if the
        // class path is long.
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults().withThreads(1));
        Encoder alone = Encoders.open(model, InferenceOptions.defaults());
        OrtSession signed = session(served, false);
        OrtSession unsigned = session(served, true)) {
      Tokenizer tokenizer = model.tokenizer();
      String prefix = model.prefix(Role.QUERY);
      Map<String, GraphRunner> forms = new LinkedHashMap<>();
      forms.put(SIGNED, texts -> run(signed, tokenizer, prefix, texts));
      forms.put(UNSIGNED, texts -> run(unsigned, tokenizer, prefix, texts));
      forms.put(CHOSEN, texts -> encoder.encode(texts, Role.QUERY));
      List<String> sample = TransformerBenchmark.texts(tokenizer, prefix, 32, TOKENS / 32);
      boolean exact =
          Arrays.deepEquals(forms.get(SIGNED).encode(sample), forms.get(UNSIGNED).encode(sample));
      out.println("signed weights are " + (exact ? "exact" : "not exact") + " on this processor");
      fast = true;
      for (int length : LENGTHS) {
        List<String> texts = TransformerBenchmark.texts(tokenizer, prefix, length, TOKENS / length);
        Map<String, Double> seconds = medians(forms, List.of(texts));
        print(out, length + " tokens, texts a second on one thread", seconds, texts.size(), 0);
        double fastest =
            exact ? Math.min(seconds.get(SIGNED), seconds.get(UNSIGNED)) : seconds.get(UNSIGNED);
        fast &= fastest / seconds.get(CHOSEN) >= MIN_RELATIVE_SPEED;
        MeasurementFile.append(
            length + " tokens",
            Map.of("chosen_seconds", seconds.get(CHOSEN), "fastest_exact_seconds", fastest));
      }
      forms.put(CHOSEN, texts -> alone.encode(texts, Role.QUERY));
      List<List<String>> queries =
          TransformerBenchmark.texts(tokenizer, prefix, 16, QUERIES).stream()
              .map(List::of)
              .toList();
      print(out, "one text of 16 tokens, p50 in ms", medians(forms, queries), 0, 1e3);
    } finally {
      out.flush();
    }
    if (!fast) {
      out.println(
          "the chosen form is slower than " + MIN_RELATIVE_SPEED + " of the fastest exact form");
      System.exit(1);
    }
  }

  private static OrtSession session(Path served, boolean unsigned) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setMemoryPatternOptimization(false);
      if (unsigned) {
        options.addConfigEntry("session.x64quantprecision", "1");
      }
      Path graph = served.resolve(OnnxExport.FOLDER).resolve(Precision.INT8.fileName());
      return OrtEnvironment.getEnvironment().createSession(graph.toString(), options);
    }
  }

  private static float[][] run(
      OrtSession session, Tokenizer tokenizer, String prefix, List<String> texts)
      throws OrtException {
    List<int[]> ids =
        texts.stream().map(text -> tokenizer.encode(prefix + text, 512).ids()).toList();
    long[] shape = {ids.size(), ids.getFirst().length};
    long[] flat = ids.stream().flatMapToInt(Arrays::stream).asLongStream().toArray();
    long[] ones = new long[flat.length];
    Arrays.fill(ones, 1);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OnnxTensor pieces = OnnxTensor.createTensor(environment, LongBuffer.wrap(flat), shape);
        OnnxTensor mask = OnnxTensor.createTensor(environment, LongBuffer.wrap(ones), shape);
        OrtSession.Result result =
            session.run(Map.of("input_ids", pieces, "attention_mask", mask))) {
      return (float[][]) result.get("sentence_embedding").orElseThrow().getValue();
    }
  }

  /** Returns the median seconds of one call of each form, by turns. */
  private static Map<String, Double> medians(
      Map<String, GraphRunner> forms, List<List<String>> calls) throws OrtException {
    Map<String, List<Double>> taken = new LinkedHashMap<>();
    for (int round = 0; round < Math.max(2, ROUNDS * 4 / calls.size()) + 1; round++) {
      for (Map.Entry<String, GraphRunner> form : forms.entrySet()) {
        for (List<String> texts : calls) {
          long start = System.nanoTime();
          form.getValue().encode(texts);
          if (round > 0) {
            taken
                .computeIfAbsent(form.getKey(), name -> new ArrayList<>())
                .add((System.nanoTime() - start) / 1e9);
          }
        }
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    taken.forEach((name, all) -> medians.put(name, Median.of(all)));
    return medians;
  }

  /** Prints the rate for a number of texts in a call or, without one, the time in another unit. */
  private static void print(
      PrintStream out, String label, Map<String, Double> seconds, int texts, double unit) {
    out.println(label);
    seconds.forEach(
        (name, value) ->
            out.printf(
                Locale.ROOT, "  %-26s %9.2f%n", name, texts > 0 ? texts / value : value * unit));
  }
}
