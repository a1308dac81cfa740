// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.Map;
import org.isogloss.search.manifest.VectorQuantization;

/**
 * What a passage costs in an index, measured with a model on a machine.
 *
 * @param model name of the model
 * @param processor name of the processor
 * @param passages number of passages that were measured
 * @param words mean number of words of these passages
 * @param dimension dimension of the vectors
 * @param seconds processor seconds in which a passage is read, encoded and written; TOKENS is
 *     absent if no re-ranker belongs to the model
 * @param textBytes bytes of the text, the words and the names of a passage on disk
 * @param vectorBytes bytes of the vector of a passage and of its place in the graph on disk
 * @param storedBytes bytes of the vectors of its sentences or tokens on disk, for the keys of
 *     {@code seconds}
 */
record IndexRates(
    String model,
    String processor,
    long passages,
    double words,
    int dimension,
    Map<StoredVectors, Double> seconds,
    double textBytes,
    Map<VectorQuantization, Double> vectorBytes,
    Map<StoredVectors, Double> storedBytes) {
  IndexRates {
    requireNonNull(model, "model is null");
    requireNonNull(processor, "processor is null");
    seconds = new EnumMap<>(seconds);
    vectorBytes = new EnumMap<>(vectorBytes);
    storedBytes = new EnumMap<>(storedBytes);
  }

  /**
   * Bytes that a search in a graph reads for a passage, which have to fit into memory. Of quantized
   * vectors, those in single precision may stay on disk.
   */
  double graphBytes(VectorQuantization quantization) {
    double onDisk = vectorBytes.get(quantization);
    return quantization == VectorQuantization.NONE
        ? onDisk
        : onDisk - (double) dimension * Float.BYTES;
  }

  ObjectNode toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("model", model);
    root.put("processor", processor);
    root.put("passages", passages);
    root.put("words", words);
    root.put("dimension", dimension);
    ObjectNode secondsNode = root.putObject("seconds");
    seconds.forEach((stored, value) -> secondsNode.put(stored.id(), value));
    root.put("text_bytes", textBytes);
    ObjectNode vectorNode = root.putObject("vector_bytes");
    vectorBytes.forEach((quantization, value) -> vectorNode.put(quantization.id(), value));
    ObjectNode storedNode = root.putObject("stored_bytes");
    storedBytes.forEach((stored, value) -> storedNode.put(stored.id(), value));
    return root;
  }

  /** The inverse of {@link #toJson}. */
  static IndexRates fromJson(ObjectNode root) {
    Map<StoredVectors, Double> seconds = new EnumMap<>(StoredVectors.class);
    Map<StoredVectors, Double> storedBytes = new EnumMap<>(StoredVectors.class);
    for (StoredVectors stored : StoredVectors.values()) {
      if (root.required("seconds").has(stored.id())) {
        seconds.put(stored, root.required("seconds").required(stored.id()).asDouble());
        storedBytes.put(stored, root.required("stored_bytes").required(stored.id()).asDouble());
      }
    }
    Map<VectorQuantization, Double> vectorBytes = new EnumMap<>(VectorQuantization.class);
    for (VectorQuantization quantization : VectorQuantization.values()) {
      vectorBytes.put(
          quantization, root.required("vector_bytes").required(quantization.id()).asDouble());
    }
    return new IndexRates(
        root.required("model").asText(),
        root.required("processor").asText(),
        root.required("passages").asLong(),
        root.required("words").asDouble(),
        root.required("dimension").asInt(),
        seconds,
        root.required("text_bytes").asDouble(),
        vectorBytes,
        storedBytes);
  }
}
