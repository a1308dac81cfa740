// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isogloss.core.metadata.BuiltInFields;

/**
 * Documents whose vectors are made up: a passage of a text has a random direction, and its
 * translations differ from it by random noise, so that they have a cosine of about 0.92.
 */
final class InMemoryLinkStorage implements LinkStorage {
  private static final int DIMENSION = 96;
  private static final double NOISE = 0.3;

  private record Stored(String language, List<float[]> vectors, long run) {}

  private final Map<String, Stored> documents = new TreeMap<>();
  private final Map<String, Set<String>> stated = new TreeMap<>();
  private final long seed;
  private Optional<DocumentLinks> links = Optional.empty();

  /** Number of times all vectors were read. */
  int readings;

  InMemoryLinkStorage(long seed) {
    this.seed = seed;
  }

  /** Writes a document with the given passages, in the noise of the document. */
  void put(long run, String id, String language, String... passages) {
    put(run, id, language, NOISE, passages);
  }

  /** Writes a document with the given passages, and a noise of its own. */
  void put(long run, String id, String language, double noise, String... passages) {
    List<float[]> vectors = new ArrayList<>();
    for (int i = 0; i < passages.length; i++) {
      vectors.add(vector(passages[i], noise, id + " " + i));
    }
    documents.put(id, new Stored(language, vectors, run));
  }

  /** Writes a document with exactly the vectors of another one. */
  void copy(long run, String id, String original) {
    Stored copied = documents.get(original);
    documents.put(id, new Stored(copied.language(), copied.vectors(), run));
  }

  void delete(String id) {
    documents.remove(id);
  }

  private float[] vector(String text, double noise, String source) {
    Random direction = new Random(seed + text.hashCode());
    Random deviation = new Random(seed + source.hashCode());
    float[] vector = new float[DIMENSION];
    double length = 0;
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] = (float) (direction.nextGaussian() + noise * deviation.nextGaussian());
      length += vector[i] * vector[i];
    }
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] /= (float) Math.sqrt(length);
    }
    return vector;
  }

  @Override
  public Optional<DocumentLinks> links() {
    return links;
  }

  @Override
  public void write(DocumentLinks changed) {
    links = Optional.of(changed);
  }

  @Override
  public Set<String> documentsAfter(long run) {
    return documents.entrySet().stream()
        .filter(document -> document.getValue().run() > run)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Override
  public long passageCount() {
    return documents.values().stream().mapToLong(document -> document.vectors().size()).sum();
  }

  /** States of which documents one is a translation. */
  void state(String id, String... originals) {
    stated.put(id, Set.of(originals));
  }

  @Override
  public Map<String, Set<String>> strings(String field) {
    return field.equals(BuiltInFields.TRANSLATION_OF) ? stated : Map.of();
  }

  @Override
  public void forEachVector(VectorVisitor visitor) {
    readings++;
    documents.forEach(
        (id, document) ->
            document.vectors().forEach(vector -> visitor.accept(id, document.language(), vector)));
  }
}
