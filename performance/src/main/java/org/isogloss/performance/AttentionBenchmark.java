// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.transformer.DotProductAttention;
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
 * Attention of one layer with 12 heads of 32 dimensions on 2,560 padded tokens, forward and
 * backward, on one thread: {@link DotProductAttention} and libtorch's own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class AttentionBenchmark {
  private static final long TOKENS = 2_560;
  private static final long HEADS = 12;
  private static final long HEAD_SIZE = 32;

  /** Number of tokens of a text. */
  @Param({"32", "128", "512"})
  public long length;

  /** The type of the numbers. */
  @Param({"Float", "BFloat16"})
  public torch.ScalarType type;

  private PointerScope scope;
  private Tensor query;
  private Tensor key;
  private Tensor value;
  private Tensor mask;

  /** Creates random numbers. */
  @Setup
  public void createTensors() {
    Torch.setThreads(1);
    scope = new PointerScope();
    query = random().set_requires_grad(true);
    key = random().set_requires_grad(true);
    value = random().set_requires_grad(true);
    mask = torch.zeros(new long[] {TOKENS / length, 1, 1, length}).to(type);
  }

  private Tensor random() {
    return torch.randn(new long[] {TOKENS / length, HEADS, length, HEAD_SIZE}).to(type);
  }

  /** Frees the tensors. */
  @TearDown
  public void close() {
    scope.close();
  }

  /** Attention as the transformers of Isogloss compute it. */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  @Benchmark
  public void ours() {
    try (PointerScope step = new PointerScope()) {
      backward(DotProductAttention.attend(query, key, value, Optional.of(mask), 0));
    }
  }

  /** Attention as libtorch computes it by default. */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  @Benchmark
  public void libtorch() {
    try (PointerScope step = new PointerScope()) {
      backward(
          torch.scaled_dot_product_attention(
              query, key, value, new TensorOptional(mask), 0, false, new DoubleOptional(), false));
    }
  }

  private void backward(Tensor attended) {
    attended.sum().backward();
    query.mutable_grad().reset();
    key.mutable_grad().reset();
    value.mutable_grad().reset();
  }
}
