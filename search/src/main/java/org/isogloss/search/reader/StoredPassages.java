// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.TokenVectors;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.vector.DenseQuery;

/** The passages of an index, by hit and by document. Closed with its {@link IndexSnapshot}. */
public interface StoredPassages {
  /** Returns the passage of a hit; empty if the index does not contain it. */
  default Optional<Passage> passage(Hit hit) {
    return passages(List.of(hit)).getFirst();
  }

  /** Returns the passages of hits, in the same order; empty for those that are missing. */
  List<Optional<Passage>> passages(List<Hit> hits);

  /** Returns the vector of a passage, of unit length; empty if it has none. */
  default Optional<float[]> vector(Hit hit) {
    return vectors(List.of(hit)).getFirst();
  }

  /** Returns the vectors of passages, in the same order; empty for passages without a vector. */
  List<Optional<float[]>> vectors(List<Hit> hits);

  /**
   * Returns the vectors of all passages of documents, by hits with score 0. Missing documents, and
   * passages without a vector, are left out.
   */
  SequencedMap<Hit, float[]> documentVectors(Collection<String> documentIds);

  /**
   * Returns the sentence vectors of passages in the format of {@code SentenceVectorCodec}, in the
   * same order; empty for passages without them.
   */
  List<Optional<BytesRef>> sentenceVectors(List<Hit> hits);

  /**
   * Returns the token vectors of passages, in the same order.
   *
   * @throws org.isogloss.core.IsoglossException if the index does not contain a passage or its
   *     token vectors
   */
  List<TokenVectors> tokenVectors(List<Hit> hits);

  /**
   * Returns the vectors of evenly spaced or random passages, by hits with score 0; none if the
   * index has no vectors. Passages without a vector are left out.
   *
   * @param size maximum number of vectors, 1 or more
   */
  SequencedMap<Hit, float[]> sampleVectors(int size);

  /** Returns the other fields of documents by id; none of those that the index does not contain. */
  Map<String, Metadata> metadata(Collection<String> documentIds);

  /**
   * Returns the number of the sentence of a passage that is most similar to a query; empty without
   * sentence vectors.
   */
  OptionalInt bestSentence(DenseQuery query, Passage passage);

  /** The passages of a document, in order; none if the index does not contain it. */
  List<Passage> documentPassages(String documentId);

  /**
   * Returns the passages of documents by id, in order; none of those that the index does not
   * contain.
   */
  default Map<String, List<Passage>> documentPassages(Collection<String> ids) {
    Map<String, List<Passage>> passages = new HashMap<>();
    for (String id : ids) {
      List<Passage> found = documentPassages(id);
      if (!found.isEmpty()) {
        passages.put(id, found);
      }
    }
    return passages;
  }

  /**
   * Passes all passages to a visitor, each with the metadata of its document. The passages of a
   * document follow each other in order.
   */
  void forEachPassage(BiConsumer<Passage, Metadata> visitor);

  /** Returns the language codes of documents by id; none of those that are missing. */
  Map<String, String> documentLanguages(Collection<String> documentIds);
}
