// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;

/**
 * Training steps of a bi-encoder with 6 layers on 32 texts of 32 tokens, by turns: {@code ours};
 * {@code ours-dense}, with a dense gradient of the word embedding; {@code plain}, a loop over
 * libtorch's operations with libtorch's AdamW; or the path of a Python interpreter, for PyTorch
 * with transformers. Reports wall time and processor time, which is more reliable on a shared
 * machine.
 *
 * <pre>TrainingStepBenchmark MODEL_FOLDER f32|bf16 STEPS THREADS CONTENDER...</pre>
 */
public final class TrainingStepBenchmark {
  private static final int LAYERS = 6;
  private static final int BATCH = 32;
  private static final int SEQUENCE_LENGTH = 32;
  private static final int WARM_UP_STEPS = 3;
  private static final double SCALE = 20;
  private static final Random IDS = new Random(1);

  /** Time of a step in milliseconds. */
  private record Time(double wallMillis, double cpuMillis) {}

  private interface Contender extends AutoCloseable {
    Time step() throws IOException;

    @Override
    void close();
  }

  private TrainingStepBenchmark() {}

  public static void main(String[] args) throws IOException {
    int steps = Integer.parseInt(args[2]);
    int threads = Integer.parseInt(args[3]);
    Torch.setThreads(threads);
    Map<String, Contender> contenders = new LinkedHashMap<>();
    for (String name : List.of(args).subList(4, args.length)) {
      contenders.put(name, contender(name, args[0], args[1].equals("bf16"), threads));
    }
    Map<String, List<Time>> times = new LinkedHashMap<>();
    contenders.keySet().forEach(name -> times.put(name, new ArrayList<>()));
    for (int i = -WARM_UP_STEPS; i < steps; i++) {
      for (Map.Entry<String, Contender> one : contenders.entrySet()) {
        Time time = one.getValue().step();
        if (i >= 0) {
          times.get(one.getKey()).add(time);
        }
      }
    }
    contenders.values().forEach(Contender::close);
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      print(times, out);
    }
  }

  private static Contender contender(String name, String model, boolean bf16, int threads)
      throws IOException {
    try (ModelFolder folder = ModelFolder.open(Path.of(model))) {
      return switch (name) {
        case "plain" -> baseline(folder, bf16);
        case "ours" -> isogloss(folder, bf16, true);
        case "ours-dense" -> isogloss(folder, bf16, false);
        default -> pytorch(name, model, bf16 ? "bf16" : "f32", threads);
      };
    }
  }

  private static void print(Map<String, List<Time>> times, PrintStream out) {
    List<Time> first = times.values().iterator().next();
    times.forEach(
        (name, all) ->
            out.printf(
                Locale.ROOT,
                "%-24s wall %6.0f ms (%.3f of the first's), processors %6.0f ms (%.3f)%n",
                name,
                median(all, Time::wallMillis),
                median(all, Time::wallMillis) / median(first, Time::wallMillis),
                median(all, Time::cpuMillis),
                median(all, Time::cpuMillis) / median(first, Time::cpuMillis)));
  }

  private static double median(List<Time> times, ToDoubleFunction<Time> which) {
    return Median.of(times.stream().mapToDouble(which).boxed().toList());
  }

  /** Times a step in this process, without the cleanup of the previous step. */
  private static Time time(Runnable step) {
    long processors = processorNanos();
    long start = System.nanoTime();
    step.run();
    return new Time((System.nanoTime() - start) / 1e6, (processorNanos() - processors) / 1e6);
  }

  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static int[][] ids() {
    int[][] ids = new int[BATCH][SEQUENCE_LENGTH];
    for (int[] row : ids) {
      Arrays.setAll(row, i -> 1000 + IDS.nextInt(99_000));
    }
    return ids;
  }

  private static Tensor contrastiveLoss(Tensor vectors) {
    long half = BATCH / 2;
    Tensor scores =
        vectors.narrow(0, 0, half).matmul(vectors.narrow(0, half, half).t()).mul(new Scalar(SCALE));
    return torch.cross_entropy_loss(
        scores, torch.arange(new Scalar(half), new TensorOptions(torch.ScalarType.Long)));
  }

  private static Contender isogloss(ModelFolder folder, boolean bf16, boolean sparse) {
    Transformer body =
        Transformer.load(
            folder, TransformerOptions.builder().layers(LAYERS).sparseGradients(sparse).build());
    body.setTraining(true);
    PoolingHead head = new PoolingHead(Pooling.MEAN);
    LinkedHashMap<String, Tensor> tensors = new LinkedHashMap<>();
    for (Parameter parameter : body.parameters()) {
      tensors.put(parameter.name(), parameter.values());
    }
    AdamW optimizer =
        new AdamW(List.of(new AdamW.Group(tensors, new AdamOptions(2e-5, 0.9, 0.999, 1e-8, 0.01))));
    return new Contender() {
      @Override
      public Time step() {
        List<Encoding> texts = new ArrayList<>();
        for (int[] row : ids()) {
          int[] zeros = new int[row.length];
          texts.add(new Encoding(row, zeros, zeros, zeros, zeros));
        }
        return time(() -> step(texts));
      }

      @SuppressWarnings("try")
      private void step(List<Encoding> texts) {
        try (PointerScope scope = new PointerScope()) {
          TokenBatch batch = body.batch(texts);
          contrastiveLoss(head.vectors(forward(batch), batch)).backward();
          optimizer.step(1);
        }
      }

      @SuppressWarnings("try")
      private Tensor forward(TokenBatch batch) {
        if (!bf16) {
          return body.forward(batch);
        }
        try (Autocast on = Autocast.bfloat16(body.device())) {
          return body.forward(batch);
        }
      }

      @Override
      public void close() {
        optimizer.close();
        body.close();
      }
    };
  }

  private static Contender baseline(ModelFolder folder, boolean bf16) {
    BaselineBert model = new BaselineBert(folder, LAYERS);
    return new Contender() {
      @Override
      public Time step() {
        long[] flat = Arrays.stream(ids()).flatMapToInt(Arrays::stream).asLongStream().toArray();
        return time(() -> step(flat));
      }

      @SuppressWarnings("try")
      private void step(long[] flat) {
        try (PointerScope scope = new PointerScope()) {
          Tensor ids = Tensor.create(flat, BATCH, SEQUENCE_LENGTH);
          torch.set_autocast_dtype(torch.DeviceType.CPU, torch.ScalarType.BFloat16);
          torch.set_autocast_cache_enabled(false);
          torch.set_autocast_enabled(torch.DeviceType.CPU, bf16);
          Tensor hidden = model.forward(ids);
          torch.set_autocast_enabled(torch.DeviceType.CPU, false);
          contrastiveLoss(torch.normalize(hidden.mean(1), new NormalizeFuncOptions())).backward();
          model.optimizer().step();
          model.optimizer().zero_grad();
        }
      }

      @Override
      public void close() {
        model.close();
      }
    };
  }

  private static Contender pytorch(String interpreter, String folder, String precision, int threads)
      throws IOException {
    Process process =
        new ProcessBuilder(
                interpreter,
                "performance/peers/training_step.py",
                folder,
                String.valueOf(LAYERS),
                String.valueOf(BATCH),
                String.valueOf(SEQUENCE_LENGTH),
                precision,
                String.valueOf(threads))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    while (!answers.readLine().startsWith("ready")) {
      // Skips messages that libraries print first.
    }
    return new Contender() {
      @Override
      public Time step() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        String[] both = answers.readLine().split(" ");
        return new Time(Double.parseDouble(both[0]), Double.parseDouble(both[1]));
      }

      @Override
      public void close() {
        process.destroy();
      }
    };
  }
}
