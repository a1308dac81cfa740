// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.InferenceException;
import org.isogloss.text.Encoding;

/**
 * The decoder of a batch of sentences, by the graphs of {@link
 * org.isogloss.runtime.export.TranslationExport}. The keys and values of all steps stay in the
 * memory of ONNX Runtime. An object is used by one thread.
 */
final class OnnxDecoder implements DecoderSteps, AutoCloseable {
  /** Added to the attention scores of padding, whose weight is then 0. */
  private static final float PADDED = -1e9f;

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession decoder;
  private final int layers;
  private final OrtSession.Result source;
  private final OnnxTensor sourceMask;
  private final Map<String, OnnxTensor> emptyPast = new HashMap<>();
  private OrtSession.Result previous;

  /**
   * Encodes a batch.
   *
   * @param encoder session of the encoder's graph
   * @param decoder session of the decoder's graph
   * @param shape sizes of the decoder
   * @param sentences the source sentences
   * @param paddingId id of the token that pads shorter sentences
   * @param rows number of rows, a multiple of the number of sentences
   */
  OnnxDecoder(
      OrtSession encoder,
      OrtSession decoder,
      Shape shape,
      List<Encoding> sentences,
      int paddingId,
      int rows) {
    this.decoder = decoder;
    this.layers = shape.layers;
    int tokens = sentences.stream().mapToInt(Encoding::size).max().orElseThrow();
    long[] ids = new long[sentences.size() * tokens];
    long[] mask = new long[ids.length];
    float[] added = new float[ids.length];
    for (int sentence = 0; sentence < sentences.size(); sentence++) {
      int[] own = sentences.get(sentence).ids();
      for (int i = 0; i < tokens; i++) {
        int at = sentence * tokens + i;
        ids[at] = i < own.length ? own[i] : paddingId;
        mask[at] = i < own.length ? 1 : 0;
        added[at] = i < own.length ? 0 : PADDED;
      }
    }
    long[] matrix = {sentences.size(), tokens};
    try (OnnxTensor idTensor = longs(ids, matrix);
        OnnxTensor maskTensor = longs(mask, matrix)) {
      this.source = encoder.run(Map.of("input_ids", idTensor, "attention_mask", maskTensor));
      this.sourceMask = floats(added, sentences.size(), 1, 1, tokens);
      for (int i = 0; i < layers; i++) {
        emptyPast.put("past_keys_" + i, floats(new float[0], rows, shape.heads, shape.headSize, 0));
        emptyPast.put(
            "past_values_" + i, floats(new float[0], rows, shape.heads, 0, shape.headSize));
      }
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  /** The sizes of a decoder. */
  record Shape(int layers, int heads, int headSize) {}

  private OnnxTensor longs(long[] values, long... shape) throws OrtException {
    return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
  }

  private OnnxTensor floats(float[] values, long... shape) throws OrtException {
    return OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape);
  }

  private static InferenceException failure(OrtException e) {
    return new InferenceException("ONNX Runtime cannot run a translation: " + e.getMessage(), e);
  }

  @Override
  public Candidates next(long[] tokens, long[] order, int count) {
    try {
      Set<String> wanted = new HashSet<>(Set.of("candidates", "log_probabilities"));
      OrtSession.Result result = step(tokens, order, count, wanted);
      return new Candidates(
          (long[][]) result.get("candidates").orElseThrow().getValue(),
          (float[][]) result.get("log_probabilities").orElseThrow().getValue());
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  /**
   * Computes a step and returns the logits of all tokens.
   *
   * @return {@code [rows][vocabulary]}
   */
  float[][] logits(long[] tokens, long[] order) {
    try {
      Set<String> wanted = new HashSet<>(Set.of("logits"));
      OrtSession.Result result = step(tokens, order, 1, wanted);
      return (float[][]) result.get("logits").orElseThrow().getValue();
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private OrtSession.Result step(long[] tokens, long[] order, int count, Set<String> wanted)
      throws OrtException {
    Map<String, OnnxTensorLike> feed = new HashMap<>();
    source.forEach(output -> feed.put(output.getKey(), (OnnxTensorLike) output.getValue()));
    feed.put("source_mask", sourceMask);
    for (int i = 0; i < layers; i++) {
      for (String kind : List.of("keys_", "values_")) {
        String name = kind + i;
        wanted.add(name);
        feed.put(
            "past_" + name,
            previous == null
                ? emptyPast.get("past_" + name)
                : (OnnxTensorLike) previous.get(name).orElseThrow());
      }
    }
    OrtSession.Result result;
    try (OnnxTensor tokenTensor = longs(tokens, tokens.length);
        OnnxTensor orderTensor = longs(order, order.length);
        OnnxTensor countTensor = longs(new long[] {count}, 1)) {
      feed.put("tokens", tokenTensor);
      feed.put("order", orderTensor);
      feed.put("count", countTensor);
      result = decoder.run(feed, wanted);
    }
    if (previous != null) {
      previous.close();
    }
    previous = result;
    return result;
  }

  /** Frees the memory of the batch. */
  @Override
  public void close() {
    emptyPast.values().forEach(OnnxTensor::close);
    sourceMask.close();
    source.close();
    if (previous != null) {
      previous.close();
    }
  }
}
