// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.AdamWOptions;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerWeights;

/** BERT as a direct sequence of libtorch's operations, for comparison. */
final class BaselineBert implements AutoCloseable {
  private static final double DROPOUT = 0.1;

  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final TransformerConfig config;
  private final org.bytedeco.pytorch.AdamW optimizer;

  BaselineBert(ModelFolder folder, int layers) {
    config = folder.transformerConfig().withLayers(layers);
    try (TransformerWeights weights = TransformerWeights.open(folder)) {
      for (TensorInfo tensor : weights.tensors().values()) {
        if (isUsedTensor(tensor.name(), layers)) {
          long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
          Tensor values = Tensor.create(weights.floats(tensor.name(), shape), shape);
          tensors.put(tensor.name(), values.set_requires_grad(true));
        }
      }
    }
    AdamWOptions options = new AdamWOptions(2e-5);
    options.weight_decay().put(0.01);
    optimizer =
        new org.bytedeco.pytorch.AdamW(
            new TensorVector(tensors.values().toArray(Tensor[]::new)), options);
  }

  private static boolean isUsedTensor(String name, int layers) {
    return name.startsWith("embeddings.")
        || (name.startsWith("encoder.layer.")
            && Integer.parseInt(name.split("\\.", 4)[2]) < layers);
  }

  org.bytedeco.pytorch.AdamW optimizer() {
    return optimizer;
  }

  private Tensor linear(Tensor in, String name) {
    return torch.linear(in, tensors.get(name + ".weight"), tensors.get(name + ".bias"));
  }

  private Tensor norm(Tensor in, String name) {
    return torch.layer_norm(
        in,
        new long[] {config.hiddenSize()},
        new TensorOptional(tensors.get(name + ".weight")),
        new TensorOptional(tensors.get(name + ".bias")),
        config.layerNormEpsilon(),
        true);
  }

  private Tensor split(Tensor in) {
    return in.view(in.size(0), in.size(1), config.heads(), config.headSize()).transpose(1, 2);
  }

  /** {@code [batch, tokens]} to {@code [batch, tokens, hidden]}, without padding. */
  Tensor forward(Tensor ids) {
    Tensor places = torch.arange(new org.bytedeco.pytorch.Scalar(ids.size(1)), ids.options());
    Tensor hidden =
        torch
            .embedding(tensors.get("embeddings.word_embeddings.weight"), ids)
            .add(torch.embedding(tensors.get("embeddings.position_embeddings.weight"), places))
            .add(
                torch.embedding(
                    tensors.get("embeddings.token_type_embeddings.weight"), torch.zeros_like(ids)));
    hidden = torch.dropout(norm(hidden, "embeddings.LayerNorm"), DROPOUT, true);
    for (int i = 0; i < config.layers(); i++) {
      hidden = layer(hidden, "encoder.layer." + i + ".");
    }
    return hidden;
  }

  private Tensor layer(Tensor in, String name) {
    Tensor context =
        torch.scaled_dot_product_attention(
            split(linear(in, name + "attention.self.query")),
            split(linear(in, name + "attention.self.key")),
            split(linear(in, name + "attention.self.value")),
            new TensorOptional(),
            DROPOUT,
            false,
            new DoubleOptional(),
            false);
    Tensor joined = context.transpose(1, 2).reshape(in.size(0), in.size(1), in.size(2));
    Tensor attention =
        torch.dropout(linear(joined, name + "attention.output.dense"), DROPOUT, true);
    Tensor between = norm(in.add(attention), name + "attention.output.LayerNorm");
    Tensor wide = torch.gelu(linear(between, name + "intermediate.dense"), "tanh");
    Tensor narrow = torch.dropout(linear(wide, name + "output.dense"), DROPOUT, true);
    return norm(between.add(narrow), name + "output.LayerNorm");
  }

  @Override
  public void close() {
    optimizer.close();
    tensors.values().forEach(Tensor::close);
  }
}
