// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.search.vector.SentenceVectorCodec.QuantizedVector;

/**
 * The vectors of texts of a collection that resemble queries: its titles and the first sentences of
 * its passages. A passage that is near to many of them, whatever they ask for, is found for too
 * many queries (a hub; Radovanović, Nanopoulos and Ivanović, JMLR 2010).
 *
 * <p>The sample consists of the {@value #SIZE} texts with the smallest hashes of their places
 * (bottom-k sampling). It does not depend on the order in which documents are indexed, and the
 * sample of two collections follows from those of both. It is stored in the user data of a commit,
 * as the {@link LanguageMeans} are; texts of documents that were deleted stay in it.
 */
public final class QuerySample {
  /** A collection without texts. */
  public static final QuerySample EMPTY = new QuerySample(new TreeMap<>());

  /** Maximum number of texts. */
  static final int SIZE = 256;

  /** Number of texts with which the hubness of a passage is computed. */
  private static final int NEIGHBOURS = 10;

  /** Bytes before a vector: the hashes of place and document, and its scale. */
  private static final int HEADER_BYTES = 2 * Long.BYTES + Float.BYTES;

  private static final String KEY = "isogloss.queries";

  private final SortedMap<Long, Text> texts;

  /** A text, with the hash of its document's id. */
  private record Text(long document, QuantizedVector vector) {}

  private QuerySample(SortedMap<Long, Text> texts) {
    while (texts.size() > SIZE) {
      texts.remove(texts.lastKey());
    }
    this.texts = texts;
  }

  /**
   * Returns the hash of the place of a text.
   *
   * @param part distinguishes the texts of a document
   */
  private static long hash(String documentId, int part) {
    // FNV-1a, whose high bits are mixed by the finalizer of MurmurHash3.
    long hash = 0xcbf29ce484222325L ^ part;
    for (int i = 0; i < documentId.length(); i++) {
      hash = (hash ^ documentId.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  /** Whether {@link #with} would add a text. */
  public boolean admits(String documentId, int part) {
    long hash = hash(documentId, part);
    return texts.size() < SIZE || hash < texts.lastKey();
  }

  /**
   * Returns the sample with one more text.
   *
   * @param part distinguishes the texts of a document
   * @param vector the vector of the text as a query
   */
  public QuerySample with(String documentId, int part, float[] vector) {
    SortedMap<Long, Text> more = new TreeMap<>(texts);
    more.put(
        hash(documentId, part), new Text(hash(documentId, 0), QuantizedVector.quantize(vector)));
    return new QuerySample(more);
  }

  /**
   * Returns the sample of this and another collection; texts of the other one replace equal ones.
   */
  public QuerySample with(QuerySample other) {
    SortedMap<Long, Text> more = new TreeMap<>(texts);
    more.putAll(other.texts);
    return new QuerySample(more);
  }

  /**
   * Returns the mean cosine of a passage and the ten texts nearest to it, those of its own document
   * excepted; 0 if there are none.
   *
   * @param vector the vector of the passage, of unit length
   */
  public double hubness(String documentId, float[] vector) {
    long document = hash(documentId, 0);
    QuantizedVector passage = QuantizedVector.quantize(vector);
    double[] nearest = new double[NEIGHBOURS];
    int found = 0;
    for (Text text : texts.values()) {
      if (text.document() != document) {
        double cosine =
            (double) passage.scale()
                * text.vector().scale()
                * VectorUtil.dotProduct(passage.values(), text.vector().values());
        found = insert(nearest, found, cosine);
      }
    }
    return Arrays.stream(nearest, 0, found).average().orElse(0);
  }

  /**
   * Inserts a number into the largest ones, in descending order, and returns how many there are.
   */
  private static int insert(double[] largest, int size, double value) {
    if (size == largest.length && value <= largest[size - 1]) {
      return size;
    }
    int at = size < largest.length ? size : size - 1;
    for (; at > 0 && largest[at - 1] < value; at--) {
      largest[at] = largest[at - 1];
    }
    largest[at] = value;
    return Math.min(size + 1, largest.length);
  }

  /**
   * Reads the sample from the user data of a commit; empty if the commit contains none.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  public static QuerySample fromUserData(Map<String, String> userData) {
    String[] stored = userData.getOrDefault(KEY, "").split(" ");
    SortedMap<Long, Text> texts = new TreeMap<>();
    for (int i = 0; i < stored.length && !stored[0].isEmpty(); i++) {
      ByteBuffer bytes =
          ByteBuffer.wrap(Base64.getDecoder().decode(stored[i])).order(ByteOrder.LITTLE_ENDIAN);
      if (bytes.remaining() <= HEADER_BYTES) {
        throw new IllegalArgumentException("a typical query has " + bytes.remaining() + " bytes");
      }
      long place = bytes.getLong();
      long document = bytes.getLong();
      float scale = bytes.getFloat();
      byte[] values = new byte[bytes.remaining()];
      bytes.get(values);
      texts.put(place, new Text(document, new QuantizedVector(scale, values)));
    }
    return new QuerySample(texts);
  }

  /** Returns the user data that {@link #fromUserData} reads. */
  public Map<String, String> userData() {
    if (texts.isEmpty()) {
      return Map.of();
    }
    StringJoiner stored = new StringJoiner(" ");
    texts.forEach(
        (place, text) -> {
          byte[] values = text.vector().values();
          ByteBuffer bytes =
              ByteBuffer.allocate(HEADER_BYTES + values.length).order(ByteOrder.LITTLE_ENDIAN);
          bytes.putLong(place).putLong(text.document());
          bytes.putFloat(text.vector().scale()).put(values);
          stored.add(Base64.getEncoder().encodeToString(bytes.array()));
        });
    return Map.of(KEY, stored.toString());
  }

  /** Whether all vectors have a dimension. */
  public boolean hasDimension(int dimension) {
    return texts.values().stream().allMatch(text -> text.vector().values().length == dimension);
  }

  /** Whether there is no text. */
  public boolean isEmpty() {
    return texts.isEmpty();
  }
}
