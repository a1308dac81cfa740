// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.util.List;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.text.Tokenizer;

/**
 * Encodes texts with one vector per token: the vector of a text is the sum of the vectors of its
 * tokens, normalised to unit length. Unknown tokens are ignored; a text without {@link
 * InformativeTokens informative tokens} has the zero vector. Implemented in pure Java; a hundred
 * times as fast as a transformer on the same processor, and suitable for short texts in which
 * shared words are strong evidence.
 */
public final class StaticEncoder implements CountingEncoder {
  /** Number of texts that a thread takes at a time. */
  private static final int CHUNK = 64;

  private final Tokenizer tokenizer;
  private final StaticEmbeddings rows;
  private final EncodingSettings settings;
  private final String fingerprint;
  private final int unknownId;
  private final InformativeTokens informative;
  private final WorkerPool workers;

  private StaticEncoder(ModelFolder model, int threads) {
    rows = model.staticEmbeddings();
    tokenizer = model.tokenizer();
    settings = model.encoding();
    fingerprint = model.fingerprint();
    unknownId = tokenizer.specialTokens().unknownId();
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

  @Override
  public int dimension() {
    return rows.dimension();
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
  public Encoded encodeAndCount(List<String> texts, Role role) {
    String prefix = settings.prefix(role);
    float[][] vectors = new float[texts.size()][rows.dimension()];
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
    int[] ids = tokenizer.ids(prefix + text);
    int[] textIds = prefix.isEmpty() ? ids : tokenizer.ids(text);
    int counted = Math.min(ids.length, settings.maxLength());
    if (!informative.containsAny(textIds, Math.min(textIds.length, counted))) {
      return counted;
    }
    for (int i = 0; i < counted; i++) {
      if (ids[i] != unknownId) {
        add(rows.values(), ids[i] * rows.dimension(), rows.scales()[ids[i]], sum);
      }
    }
    UnitVectors.normalize(sum);
    return counted;
  }

  /** A separate, simple method so that the JIT compiler vectorises it. */
  private static void add(byte[] values, int from, float scale, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += scale * values[from + i];
    }
  }

  @Override
  public void close() {
    workers.close();
  }
}
