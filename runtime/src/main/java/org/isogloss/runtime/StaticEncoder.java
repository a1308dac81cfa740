// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.StaticModuleConfig;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.text.Tokenizer;

/**
 * Encodes texts with one vector per token: the vector of a text is the sum of the vectors of its
 * tokens, normalised to unit length. Unknown tokens are ignored, except with models of
 * sentence-transformers; a text without {@link InformativeTokens informative tokens} has the zero
 * vector. Implemented in pure Java; a hundred times as fast as a transformer on the same processor,
 * and suitable for short texts in which shared words are strong evidence.
 */
public final class StaticEncoder implements CountingEncoder {
  /** Number of texts that a thread takes at a time. */
  private static final int CHUNK = 64;

  /** No id of a token. */
  private static final int NONE = -1;

  private final Tokenizer tokenizer;
  private final EmbeddingRows rows;
  private final int dimension;
  private final EncodingSettings settings;
  private final String fingerprint;
  private final Optional<ScoreProbability> probability;
  private final int ignoredId;
  private final int maxCharacters;
  private final InformativeTokens informative;
  private final WorkerPool workers;

  private StaticEncoder(ModelFolder model, int threads) {
    rows = model.staticEmbeddings();
    tokenizer = model.tokenizer();
    settings = model.encoding();
    dimension = model.dimension();
    fingerprint = model.fingerprint();
    probability = model.manifest().probability();
    ignoredId = model.countsUnknownTokens() ? NONE : tokenizer.specialTokens().unknownId();
    maxCharacters =
        model.modelType().equals(StaticModuleConfig.MODEL2VEC)
            ? (int) Math.min(Integer.MAX_VALUE, (long) settings.maxLength() * medianLength())
            : Integer.MAX_VALUE;
    informative = new InformativeTokens(tokenizer);
    workers = new WorkerPool("encoder", threads);
  }

  /**
   * Reads a model into memory, with one thread per processor.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.modelio.format.ModelFormatException if it is not a static encoder, or is
   *     damaged
   */
  public static StaticEncoder of(ModelFolder model) {
    return of(model, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Reads a model into memory, with a number of threads. The vectors do not depend on it.
   *
   * @param threads at least 1; with 1, the caller does all the work
   */
  public static StaticEncoder of(ModelFolder model, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    return new StaticEncoder(model, threads);
  }

  /** Returns the median length of a token, by which model2vec bounds the length of texts. */
  private int medianLength() {
    int[] lengths =
        IntStream.range(0, tokenizer.vocabularySize())
            .mapToObj(tokenizer::token)
            .mapToInt(token -> token.codePointCount(0, token.length()))
            .sorted()
            .toArray();
    return (lengths[(lengths.length - 1) / 2] + lengths[lengths.length / 2]) / 2;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** Returns {@code false}: the vector of a text is a sum of context-independent token vectors. */
  @Override
  public boolean isContextual() {
    return false;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public Optional<ScoreProbability> probability() {
    return probability;
  }

  @Override
  public Encoded encodeAndCount(List<String> texts, Role role) {
    String prefix = settings.prefix(role);
    float[][] vectors = new float[texts.size()][dimension];
    int[] tokens = new int[texts.size()];
    workers.forEach(texts.size(), CHUNK, i -> tokens[i] = encode(prefix, texts.get(i), vectors[i]));
    return new Encoded(vectors, tokens);
  }

  /**
   * Encodes a text.
   *
   * @param sum receives the vector
   * @return the number of tokens
   */
  private int encode(String prefix, String text, float[] sum) {
    if (Encoder.isBlank(text)) {
      return 0;
    }
    int[] ids = tokenizer.ids(shortened(prefix + text));
    int[] textIds = prefix.isEmpty() ? ids : tokenizer.ids(text);
    int counted = Math.min(ids.length, settings.maxLength());
    if (!informative.containsAny(textIds, Math.min(textIds.length, counted))) {
      return counted;
    }
    for (int i = 0; i < counted; i++) {
      if (ids[i] != ignoredId) {
        rows.addTo(sum, ids[i]);
      }
    }
    UnitVectors.normalize(sum);
    return counted;
  }

  /** Returns a text without what exceeds the maximum number of code points. */
  private String shortened(String text) {
    return text.length() > maxCharacters && text.codePointCount(0, text.length()) > maxCharacters
        ? text.substring(0, text.offsetByCodePoints(0, maxCharacters))
        : text;
  }

  @Override
  public void close() {
    workers.close();
  }
}
