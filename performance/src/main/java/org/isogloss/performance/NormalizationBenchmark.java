// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of ONNX Runtime for the normalisation of 512 vectors of 768 numbers, one thread, by either
 * operator that can compute it. The faster one depends on the version of ONNX Runtime; graphs have
 * {@code SkipLayerNormalization}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class NormalizationBenchmark {
  private static final int VECTORS = 512;
  private static final int WIDTH = 768;
  private static final String INPUT = "x";
  private static final String OUTPUT = "y";

  /** The operator. */
  @Param({"LayerNormalization", "SkipLayerNormalization"})
  public String operator;

  private OrtSession session;
  private OnnxTensor vectors;

  /** Builds a graph of one normalisation. */
  @Setup
  public void open() throws OrtException {
    InferenceDevice.CPU.requireAvailable();
    GraphBuilder graph = new GraphBuilder("normalization");
    graph.input(INPUT, ElementType.FLOAT, "vectors", String.valueOf(WIDTH));
    float[] ones = new float[WIDTH];
    Arrays.fill(ones, 1);
    String weight = graph.addInitializer(Initializer.floats("weight", new long[] {WIDTH}, ones));
    GraphBuilder.Attribute epsilon = GraphBuilder.attribute("epsilon", 1e-5f);
    String normalized =
        operator.equals("LayerNormalization")
            ? graph.node(operator, List.of(INPUT, weight), epsilon)
            : graph.contribNode(operator, List.of(INPUT, INPUT, weight), epsilon);
    graph.output(OUTPUT, normalized, "vectors", String.valueOf(WIDTH));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      session = environment.createSession(GraphWriter.toBytes(graph), options);
    }
    Random random = new Random(42);
    float[] values = new float[VECTORS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    vectors =
        OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), new long[] {VECTORS, WIDTH});
  }

  /** Normalises all vectors. */
  @Benchmark
  public Object normalize() throws OrtException {
    try (OrtSession.Result result = session.run(Map.of(INPUT, vectors))) {
      return result.get(0).getInfo();
    }
  }

  /** Closes the session. */
  @TearDown
  public void close() throws OrtException {
    vectors.close();
    session.close();
  }
}
