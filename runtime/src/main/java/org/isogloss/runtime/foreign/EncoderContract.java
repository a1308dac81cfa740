// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.foreign;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.export.TransformerGraph;
import org.isogloss.runtime.inference.EncoderOutput;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Tokenizer;

/**
 * Verifies by running it that a graph encodes texts: the vector of a text is finite and not zero,
 * depends neither on the other texts of a batch nor on padding, and can be computed for texts of
 * every length. Names, types and shapes are verified when the graph is opened.
 */
final class EncoderContract {
  /**
   * Maximum distance of two vectors of unit length that should be equal; half precision is less.
   */
  private static final double TOLERANCE = 2e-3;

  /** Maximum length of the longest text, because the time of attention grows with its square. */
  private static final int LONGEST = 1024;

  private static final int TOKENS = 16;

  /** Texts in several scripts, each repeated until it has enough tokens. */
  private static final List<String> TEXTS =
      List.of(
          "What is the largest city in Poland? ",
          "Welche Mannschaft gewann das Spiel? ",
          "Ποια είναι η πόλη; 在波兰，最大的城市是哪一个？ ");

  private final OnnxSession session;
  private final EncoderOutput output;
  private final EncodingSettings settings;
  private final List<DenseLayer> dense;
  private final Tokenizer tokenizer;

  EncoderContract(
      OnnxSession session, EncodingSettings settings, List<DenseLayer> dense, Tokenizer tokenizer) {
    this.session = session;
    this.settings = settings;
    this.dense = dense;
    this.tokenizer = tokenizer;
    this.output = EncoderOutput.of(session);
  }

  /**
   * Verifies the graph.
   *
   * @return the dimension of its vectors
   * @throws ModelFormatException if it violates the contract
   */
  int verify() {
    if (!session.hasInput(TransformerGraph.INPUT_IDS)) {
      throw error("has no input " + TransformerGraph.INPUT_IDS, "the ids of tokens as an input");
    }
    if (!output.pooled() && settings.pooling() == Pooling.NONE) {
      throw error(
          "has token vectors as its output, and the folder does not state their pooling",
          "a pooling, as the description of the model states it");
    }
    int length = Math.min(TOKENS, settings.maxLength());
    List<TokenSequence> texts = TEXTS.stream().map(text -> sequence(text, length)).toList();
    List<float[]> alone = texts.stream().map(this::vector).toList();
    requireSameInBatch(texts, alone);
    requireSameWithPadding(texts.getFirst(), length);
    requireSamePooling(texts, alone);
    vector(sequence(TEXTS.getFirst(), Math.min(LONGEST, settings.maxLength())));
    return alone.getFirst().length;
  }

  private void requireSameInBatch(List<TokenSequence> texts, List<float[]> alone) {
    List<float[]> together = vectors(output, texts);
    for (int i = 0; i < alone.size(); i++) {
      requireClose(
          alone.get(i),
          together.get(i),
          "other texts in the batch",
          "no dependence on them: activations that are quantised with one scale for all texts"
              + " depend on them, so use the graph in single precision");
    }
  }

  /** A graph without a mask cannot be given padding. */
  private void requireSameWithPadding(TokenSequence longer, int length) {
    if (session.hasInput(TransformerGraph.ATTENTION_MASK)) {
      TokenSequence shorter = sequence(TEXTS.getLast(), Math.max(1, length / 2));
      int padId = tokenizer.specialTokens().paddingId();
      List<TokenSequence> batch = List.of(longer, shorter.padded(longer.length(), padId));
      requireClose(
          vector(shorter),
          vectors(output, batch).getLast(),
          "padding",
          "no dependence on it: export the graph again with the mask as an input");
    }
  }

  /** The vectors of texts that the graph computes are those that the folder describes. */
  private void requireSamePooling(List<TokenSequence> texts, List<float[]> alone) {
    Optional<EncoderOutput> tokens = EncoderOutput.ofTokens(session);
    if (output.pooled() && tokens.isPresent() && settings.pooling() != Pooling.NONE) {
      for (int i = 0; i < alone.size(); i++) {
        requireClose(
            alone.get(i),
            vectors(tokens.get(), List.of(texts.get(i))).getFirst(),
            "the output, " + output.name() + " or " + tokens.get().name(),
            "the same vector after the pooling " + settings.pooling() + " and the dense layers");
      }
    }
  }

  private TokenSequence sequence(String text, int length) {
    return TokenSequence.of(tokenizer.encode(text.repeat(length), length));
  }

  private float[] vector(TokenSequence text) {
    return vectors(output, List.of(text)).getFirst();
  }

  private List<float[]> vectors(EncoderOutput from, List<TokenSequence> batch) {
    int tokens = batch.getFirst().length();
    FloatBuffer values = session.run(batch, from.name());
    int size = values.remaining() / batch.size();
    List<float[]> vectors = new ArrayList<>();
    for (int row = 0; row < batch.size(); row++) {
      values.position(row * size);
      int read = tokens - batch.get(row).padding();
      vectors.add(
          requireUsable(from.vector(values, size, tokens, read, settings.pooling(), dense)));
    }
    return vectors;
  }

  private float[] requireUsable(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    if (!Double.isFinite(squares) || squares == 0) {
      throw error(
          "computes " + (squares == 0 ? "a vector of zeros" : "numbers that are not finite"),
          "finite vectors with a direction");
    }
    return vector;
  }

  private void requireClose(float[] expected, float[] found, String cause, String remedy) {
    double distance = expected.length == found.length ? distance(expected, found) : 2;
    if (distance > TOLERANCE) {
      throw error(
          String.format(
              Locale.ROOT,
              "computes vectors of a text that differ by %.4f with %s",
              distance,
              cause),
          remedy);
    }
  }

  private static double distance(float[] first, float[] second) {
    float[] a = UnitVectors.normalize(first.clone());
    float[] b = UnitVectors.normalize(second.clone());
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(squares);
  }

  private ModelFormatException error(String found, String expected) {
    return new ModelFormatException(session.file(), found + ", expected " + expected);
  }
}
