// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;

/**
 * The vectors of passages in eight bits for each dimension, by document. Documents are numbered
 * from 0, those of one language one after the other; passages likewise, in the order of the
 * documents and of their texts. Passages without a vector are left out.
 *
 * <p>Memory use is one byte for each dimension, and about 40 bytes for each passage. The cosine of
 * two passages differs by about 0.001 from that of the original vectors, and does not depend on the
 * processor.
 */
final class PassageVectors {
  private static final int MAX_COMPONENT = 127;

  private final List<Document> documents;
  private final SequencedMap<String, Range> languages;
  private final int[] documentOf;
  private final byte[][] vectors;
  private final float[] inverseLengths;

  /** Consecutive numbers of passages or documents, from {@code from} to before {@code to}. */
  record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }

  /**
   * A document.
   *
   * @param language its language code
   * @param passages the numbers of its passages
   */
  record Document(String id, String language, Range passages) {}

  private PassageVectors(
      List<Document> documents,
      SequencedMap<String, Range> languages,
      byte[][] vectors,
      float[] inverseLengths) {
    this.documents = documents;
    this.languages = languages;
    this.vectors = vectors;
    this.inverseLengths = inverseLengths;
    this.documentOf = new int[vectors.length];
    for (int document = 0; document < documents.size(); document++) {
      Range passages = documents.get(document).passages();
      for (int passage = passages.from(); passage < passages.to(); passage++) {
        documentOf[passage] = document;
      }
    }
  }

  List<Document> documents() {
    return documents;
  }

  Document document(int number) {
    return documents.get(number);
  }

  /** The passages of each language, by language code. */
  SequencedMap<String, Range> languages() {
    return languages;
  }

  int passages() {
    return vectors.length;
  }

  /** The number of the document of a passage. */
  int documentOf(int passage) {
    return documentOf[passage];
  }

  /** The cosine of two passages. */
  float cosine(int one, int other) {
    return VectorUtil.dotProduct(vectors[one], vectors[other])
        * inverseLengths[one]
        * inverseLengths[other];
  }

  /**
   * The mean cosine of the passages of the document with fewer of them and the nearest ones of the
   * other.
   */
  double cosineOfDocuments(int one, int other) {
    Range first = documents.get(one).passages();
    Range second = documents.get(other).passages();
    Range shorter = first.size() <= second.size() ? first : second;
    Range longer = shorter.equals(first) ? second : first;
    return IntStream.range(shorter.from(), shorter.to())
        .mapToDouble(
            passage ->
                IntStream.range(longer.from(), longer.to())
                    .mapToDouble(near -> cosine(passage, near))
                    .max()
                    .orElse(0))
        .average()
        .orElse(0);
  }

  /** A hash of the signs of the components of a passage. */
  long signs(int passage) {
    long hash = 0;
    for (byte component : vectors[passage]) {
      hash = 31 * hash + (component < 0 ? 1 : 0);
    }
    return hash;
  }

  /** Collects the vectors of an index. */
  static final class Builder implements VectorVisitor {
    private record Collected(String id, String language, List<byte[]> vectors) {}

    private final List<Collected> collected = new ArrayList<>();

    @Override
    public void accept(String documentId, String language, float[] vector) {
      if (collected.isEmpty() || !collected.getLast().id().equals(documentId)) {
        collected.add(new Collected(documentId, language, new ArrayList<>(1)));
      }
      float largest = Float.MIN_NORMAL;
      for (float component : vector) {
        largest = Math.max(largest, Math.abs(component));
      }
      float step = largest / MAX_COMPONENT;
      byte[] bytes = new byte[vector.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) Math.round(vector[i] / step);
      }
      collected.getLast().vectors().add(bytes);
    }

    PassageVectors build() {
      collected.sort(Comparator.comparing(Collected::language).thenComparing(Collected::id));
      int count = collected.stream().mapToInt(document -> document.vectors().size()).sum();
      List<Document> documents = new ArrayList<>(collected.size());
      SequencedMap<String, Range> languages = new LinkedHashMap<>();
      byte[][] vectors = new byte[count][];
      float[] inverseLengths = new float[count];
      int next = 0;
      for (Collected document : collected) {
        int first = next;
        for (int i = 0; i < document.vectors().size(); i++) {
          byte[] vector = document.vectors().get(i);
          vectors[next] = vector;
          inverseLengths[next++] = (float) (1 / Math.sqrt(VectorUtil.dotProduct(vector, vector)));
        }
        int end = next;
        documents.add(new Document(document.id(), document.language(), new Range(first, end)));
        languages.compute(
            document.language(),
            (code, range) -> new Range(range == null ? first : range.from(), end));
      }
      return new PassageVectors(
          Collections.unmodifiableList(documents),
          Collections.unmodifiableSequencedMap(languages),
          vectors,
          inverseLengths);
    }
  }
}
