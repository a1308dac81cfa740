// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Query;

/**
 * The mean vectors of the passages of each language, and of their sentences if the index has
 * sentence vectors. Unless an encoder was trained to avoid it, its vectors cluster by language
 * rather than by topic; subtracting the mean of the language removes this effect (Libovický, Rosa
 * and Fraser, "On the Language Neutrality of Pre-trained Multilingual Representations", Findings of
 * EMNLP 2020).
 *
 * <p>The means are stored in the user data of the Lucene commit, one base64 string of little-endian
 * float32 values per language, so that they are always consistent with the committed vectors.
 */
public final class LanguageMeans {
  private static final String PASSAGES = "isogloss.mean.passages.";
  private static final String SENTENCES = "isogloss.mean.sentences.";

  private final Map<String, float[]> passages;
  private final Map<String, float[]> sentences;

  /**
   * Creates means from maps by language code.
   *
   * @param passages means of the passages
   * @param sentences means of the sentences, only for languages in {@code passages}
   */
  public LanguageMeans(Map<String, float[]> passages, Map<String, float[]> sentences) {
    this.passages = passages;
    this.sentences = sentences;
  }

  /** Reads the means from the user data of a commit; there are none if the commit contains none. */
  public static LanguageMeans fromUserData(Map<String, String> userData) {
    return new LanguageMeans(decode(userData, PASSAGES), decode(userData, SENTENCES));
  }

  private static Map<String, float[]> decode(Map<String, String> userData, String prefix) {
    Map<String, float[]> means = new HashMap<>();
    userData.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            means.put(key.substring(prefix.length()), decode(value));
          }
        });
    return means;
  }

  private static float[] decode(String text) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
    float[] vector = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(vector);
    return vector;
  }

  /** Returns the user data that {@link #fromUserData(Map)} reads. */
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    passages.forEach((code, mean) -> userData.put(PASSAGES + code, encode(mean)));
    sentences.forEach((code, mean) -> userData.put(SENTENCES + code, encode(mean)));
    return userData;
  }

  private static String encode(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** The codes of the languages that have a mean. */
  public Set<String> languages() {
    return Collections.unmodifiableSet(passages.keySet());
  }

  /** The mean of the passages of a language; empty if none of them has a vector. */
  public Optional<float[]> findPassageMean(String code) {
    return Optional.ofNullable(passages.get(code));
  }

  /** The mean of the sentences of a language, or else of its passages; empty if there is none. */
  public Optional<float[]> findSentenceMean(String code) {
    return Optional.ofNullable(sentences.get(code)).or(() -> findPassageMean(code));
  }

  /**
   * Returns the mean to subtract from the vector of a query: that of the passages in the query
   * language. If the query language is not given or has no passages, it is the mean with the
   * highest cosine to the query; since texts of one language cluster together, this identifies the
   * query language well.
   */
  float[] queryMean(Query query, float[] vector) {
    float[] ownMean = passages.get(query.language().code());
    if (ownMean != null && !query.language().isUndetermined()) {
      return ownMean;
    }
    float[] nearest = new float[vector.length];
    float maxCosine = Float.NEGATIVE_INFINITY;
    for (float[] mean : passages.values()) {
      float cosine =
          ReproducibleDotProduct.dotProduct(vector, mean)
              / (float) Math.sqrt(Math.max(1e-12f, ReproducibleDotProduct.dotProduct(mean, mean)));
      if (cosine > maxCosine) {
        maxCosine = cosine;
        nearest = mean;
      }
    }
    return nearest;
  }
}
