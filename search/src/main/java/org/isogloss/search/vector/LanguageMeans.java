package org.isogloss.search.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.isogloss.core.Query;

/**
 * The mean vectors of the passages of each language, and of their sentences where an index has
 * vectors of these. An encoder that was not trained against it puts texts of one language together,
 * whatever they are about; without their language's mean they lie by what they are about
 * (Libovický, Rosa and Fraser, "On the Language Neutrality of Pre-trained Multilingual
 * Representations", Findings of EMNLP 2020).
 *
 * <p>They are kept in the user data of Lucene's commit, one base64 of little-endian float32 for
 * each language: what they say and what the index holds are never apart.
 */
public final class LanguageMeans {
  private static final String PASSAGES = "isogloss.mean.passages.";
  private static final String SENTENCES = "isogloss.mean.sentences.";

  private final Map<String, float[]> passages;
  private final Map<String, float[]> sentences;

  /**
   * Means by the codes of languages.
   *
   * @param sentences of none but those in {@code passages}
   */
  public LanguageMeans(Map<String, float[]> passages, Map<String, float[]> sentences) {
    this.passages = passages;
    this.sentences = sentences;
  }

  /** The means that a commit has kept; none where it has kept none. */
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

  /** What {@link #fromUserData(Map)} reads. */
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

  /** The mean of the passages of a language that the index has. */
  public float[] passageMean(String code) {
    return passages.get(code);
  }

  /** The mean of the sentences of a language that the index has. */
  public float[] sentenceMean(String code) {
    return sentences.getOrDefault(code, passages.get(code));
  }

  /**
   * The mean to take off a query's vector: that of the passages in its language, or of the language
   * whose mean is nearest to it where nobody said or there is no passage in it. As texts of one
   * language lie together, that tells the language of a query well.
   */
  float[] queryMean(Query query, float[] vector) {
    float[] own = passages.get(query.language().code());
    if (own != null) {
      return own;
    }
    float[] nearest = new float[vector.length];
    float most = Float.NEGATIVE_INFINITY;
    for (float[] mean : passages.values()) {
      float cosine =
          ReproducibleDotProduct.dotProduct(vector, mean)
              / (float) Math.sqrt(Math.max(1e-12f, ReproducibleDotProduct.dotProduct(mean, mean)));
      if (cosine > most) {
        most = cosine;
        nearest = mean;
      }
    }
    return nearest;
  }
}
