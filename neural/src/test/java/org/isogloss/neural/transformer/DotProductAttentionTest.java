// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares outputs and gradients with libtorch's own attention. */
@RequiresTorch
class DotProductAttentionTest {
  private static final long BATCH = 3;
  private static final long HEADS = 2;
  private static final long HEAD_SIZE = 8;

  private PointerScope scope;

  @BeforeEach
  void open() {
    scope = new PointerScope();
  }

  @AfterEach
  void close() {
    scope.close();
  }

  private static Tensor random(long tokens) {
    return torch.randn(new long[] {BATCH, HEADS, tokens, HEAD_SIZE}).set_requires_grad(true);
  }

  /** A mask of texts of which the last has {@code tokens}, the others fewer. */
  private static Tensor mask(long tokens) {
    Tensor mask = torch.zeros(new long[] {BATCH, 1, 1, tokens});
    for (long text = 0; text < BATCH; text++) {
      long padding = BATCH - 1 - text;
      mask.select(0, text)
          .narrow(2, tokens - padding, padding)
          .fill_(Tensors.scalar(Float.NEGATIVE_INFINITY));
    }
    return mask;
  }

  private static Tensor libtorch(
      Tensor query, Tensor key, Tensor value, Optional<Tensor> mask, boolean causal) {
    return torch.scaled_dot_product_attention(
        query,
        key,
        value,
        mask.map(TensorOptional::new).orElseGet(TensorOptional::new),
        0,
        causal,
        new DoubleOptional(),
        false);
  }

  /** Returns an output, and the gradients of the sum of its squares. */
  private static List<float[]> outputAndGradients(Supplier<Tensor> output, List<Tensor> inputs) {
    Tensor computed = output.get();
    computed.square().sum().backward();
    List<float[]> all =
        Stream.concat(Stream.of(computed), inputs.stream().map(Tensor::grad))
            .map(tensor -> Tensors.toArray(tensor.detach().contiguous()))
            .toList();
    inputs.forEach(input -> input.mutable_grad().reset());
    return all;
  }

  private static void assertClose(List<float[]> found, List<float[]> expected, float tolerance) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).hasSameSizeAs(expected.get(i));
      float distance = 0;
      for (int j = 0; j < expected.get(i).length; j++) {
        distance = Math.max(distance, Math.abs(found.get(i)[j] - expected.get(i)[j]));
      }
      assertThat(distance).as("tensor %d", i).isLessThan(tolerance);
    }
  }

  private static Tensor half(Tensor numbers) {
    return numbers.to(torch.ScalarType.BFloat16);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 40})
  void agreesWithLibtorch(long tokens) {
    torch.manual_seed(5);
    Tensor query = random(5);
    Tensor key = random(tokens);
    Tensor value = random(tokens);
    List<Tensor> inputs = List.of(query, key, value);
    for (Optional<Tensor> mask : List.of(Optional.<Tensor>empty(), Optional.of(mask(tokens)))) {
      List<float[]> expected =
          outputAndGradients(() -> libtorch(query, key, value, mask, false), inputs);
      Supplier<Tensor> separate =
          () ->
              DotProductAttention.separate(
                  query, key, value, mask, DotProductAttention.scale(query), 0);
      assertClose(outputAndGradients(separate, inputs), expected, 2e-5f);
      Supplier<Tensor> bfloat16 =
          () ->
              DotProductAttention.attend(half(query), half(key), half(value), mask, 0)
                  .to(torch.ScalarType.Float);
      assertClose(outputAndGradients(bfloat16, inputs), expected, 0.1f);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 9})
  void attendsCausallyAsLibtorchDoes(long tokens) {
    torch.manual_seed(6);
    Tensor query = random(tokens);
    Tensor key = random(tokens);
    Tensor value = random(tokens);
    List<Tensor> inputs = List.of(query, key, value);
    List<float[]> expected =
        outputAndGradients(() -> libtorch(query, key, value, Optional.empty(), true), inputs);
    Supplier<Tensor> separate =
        () ->
            DotProductAttention.separate(
                query,
                key,
                value,
                Optional.of(DotProductAttention.future(query)),
                DotProductAttention.scale(query),
                0);
    assertClose(outputAndGradients(separate, inputs), expected, 2e-5f);
    assertClose(
        outputAndGradients(() -> DotProductAttention.attendCausally(query, key, value), inputs),
        expected,
        2e-5f);
    Supplier<Tensor> bfloat16 =
        () ->
            DotProductAttention.attendCausally(half(query), half(key), half(value))
                .to(torch.ScalarType.Float);
    assertClose(outputAndGradients(bfloat16, inputs), expected, 0.1f);
  }

  @Test
  void bfloat16IsComputedBySeparateProducts() {
    torch.manual_seed(8);
    Tensor query = half(random(40));
    Tensor key = half(random(40));
    Tensor value = half(random(40));
    float[] attended = numbers(DotProductAttention.attend(query, key, value, Optional.empty(), 0));
    assertThat(attended)
        .isEqualTo(
            numbers(
                DotProductAttention.separate(
                    query, key, value, Optional.empty(), DotProductAttention.scale(query), 0)))
        .isNotEqualTo(numbers(libtorch(query, key, value, Optional.empty(), false)));
  }

  private static float[] numbers(Tensor numbers) {
    return Tensors.toArray(numbers.detach().to(torch.ScalarType.Float).contiguous());
  }

  @Test
  void dropsWeightsAtTheRate() {
    torch.manual_seed(7);
    long tokens = 100;
    Tensor zero = torch.zeros(new long[] {BATCH, HEADS, tokens, HEAD_SIZE});
    Tensor one = torch.ones(new long[] {BATCH, HEADS, tokens, HEAD_SIZE});
    Tensor attended = DotProductAttention.separate(zero, zero, one, Optional.empty(), 1, 0.25);
    // The mean of equal weights is kept, and each output counts its weights that remain.
    assertThat(attended.mean().item_float()).isBetween(0.98f, 1.02f);
    assertThat(attended.std().item_float()).isBetween(0.04f, 0.08f);
  }
}
