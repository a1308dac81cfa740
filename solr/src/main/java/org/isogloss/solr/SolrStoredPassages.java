// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.apache.lucene.util.BytesRef;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.TokenVectors;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.LruCache;
import org.isogloss.search.reader.StoredPassages;
import org.isogloss.search.storage.MissingPassageException;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.SentenceScorer;

/** The stored fields of passages. Documents that searches have returned are cached. */
final class SolrStoredPassages implements StoredPassages {
  private static final int CACHED_LANGUAGES = 50_000;
  private static final int CACHED_PASSAGES = 2_000;
  private static final int CACHED_TOKEN_VECTORS = 1_000;
  private static final int PAGE = 500;

  private static final String PASSAGE_FIELDS =
      String.join(
          ",",
          SolrFields.ID,
          SolrFields.DOCUMENT,
          SolrFields.PASSAGE,
          SolrFields.START,
          SolrFields.END,
          SolrFields.LANGUAGE,
          SolrFields.TAG,
          SolrFields.TITLE,
          SolrFields.TEXT);

  private final SolrCollection collection;
  private final boolean hasMetadata;
  private final LruCache<String, String> languages = new LruCache<>(CACHED_LANGUAGES);
  private final LruCache<String, Passage> passages = new LruCache<>(CACHED_PASSAGES);
  private final LruCache<String, TokenVectors> tokens = new LruCache<>(CACHED_TOKEN_VECTORS);

  /**
   * @param hasMetadata whether any document has fields of its own
   */
  SolrStoredPassages(SolrCollection collection, boolean hasMetadata) {
    this.collection = collection;
    this.hasMetadata = hasMetadata;
  }

  /** Remembers the language of a document that a search returned. */
  void rememberLanguage(String documentId, String code) {
    languages.put(documentId, code);
  }

  /** Returns documents of the collection by id. */
  private Map<String, SolrDocument> documents(Collection<String> ids, String fields) {
    Map<String, SolrDocument> found = new HashMap<>();
    List<String> distinct = List.copyOf(new LinkedHashSet<>(ids));
    for (int from = 0; from < distinct.size(); from += PAGE) {
      List<String> page = distinct.subList(from, Math.min(distinct.size(), from + PAGE));
      ModifiableSolrParams parameters = SolrQueries.documents(page);
      parameters.set("fl", SolrFields.ID + "," + fields);
      collection
          .query(parameters)
          .getResults()
          .forEach(document -> found.put((String) document.getFieldValue(SolrFields.ID), document));
    }
    return found;
  }

  @Override
  public List<Optional<Passage>> passages(List<Hit> hits) {
    List<String> missing =
        hits.stream()
            .map(SolrFields::id)
            .filter(id -> passages.find(id).isEmpty())
            .distinct()
            .toList();
    Map<String, Passage> read = new HashMap<>();
    documents(missing, PASSAGE_FIELDS)
        .forEach((id, document) -> read.put(id, SolrPassages.toPassage(document)));
    read.forEach(passages::put);
    return hits.stream()
        .map(SolrFields::id)
        .map(id -> Optional.ofNullable(read.get(id)).or(() -> passages.find(id)))
        .toList();
  }

  @Override
  public List<Optional<float[]>> vectors(List<Hit> hits) {
    Map<String, SolrDocument> found =
        documents(hits.stream().map(SolrFields::id).toList(), SolrFields.VECTOR);
    return hits.stream()
        .map(hit -> Optional.ofNullable(found.get(SolrFields.id(hit))))
        .map(document -> document.flatMap(SolrPassages::vector))
        .toList();
  }

  @Override
  public SequencedMap<Hit, float[]> documentVectors(Collection<String> documentIds) {
    SequencedMap<Hit, float[]> vectors = new LinkedHashMap<>();
    if (!documentIds.isEmpty()) {
      SolrQueries.forEach(
          collection,
          SolrFilterQueries.equal(SolrFields.DOCUMENT, List.copyOf(documentIds)),
          String.join(
              ",", SolrFields.DOCUMENT, SolrFields.PASSAGE, SolrFields.LANGUAGE, SolrFields.VECTOR),
          document ->
              SolrPassages.vector(document)
                  .ifPresent(vector -> vectors.put(SolrPassages.hit(document, 0), vector)));
    }
    return vectors;
  }

  @Override
  public List<Optional<BytesRef>> sentenceVectors(List<Hit> hits) {
    Map<String, SolrDocument> found =
        documents(hits.stream().map(SolrFields::id).toList(), SolrFields.SENTENCES);
    return hits.stream()
        .map(hit -> Optional.ofNullable(found.get(SolrFields.id(hit))))
        .map(document -> document.flatMap(SolrPassages::sentences))
        .toList();
  }

  @Override
  public List<TokenVectors> tokenVectors(List<Hit> hits) {
    List<String> missing =
        hits.stream()
            .map(SolrFields::id)
            .filter(id -> tokens.find(id).isEmpty())
            .distinct()
            .toList();
    Map<String, TokenVectors> read = new HashMap<>();
    documents(missing, SolrFields.LANGUAGE + "," + SolrFields.TOKEN_VECTORS)
        .forEach(
            (id, document) -> {
              if (document.getFieldValue(SolrFields.TOKEN_VECTORS) instanceof byte[] bytes) {
                Language language =
                    Language.of((String) document.getFieldValue(SolrFields.LANGUAGE));
                read.put(id, new TokenVectors(language, bytes));
              }
            });
    read.forEach(tokens::put);
    return hits.stream()
        .map(
            hit ->
                Optional.ofNullable(read.get(SolrFields.id(hit)))
                    .or(() -> tokens.find(SolrFields.id(hit)))
                    .orElseThrow(() -> missingTokenVectors(hit)))
        .toList();
  }

  /** Distinguishes a passage that was deleted since it was found from one without token vectors. */
  private IsoglossException missingTokenVectors(Hit hit) {
    if (passages(List.of(hit)).getFirst().isEmpty()) {
      return new MissingPassageException(collection.name(), hit);
    }
    return new IsoglossException(
        collection.name()
            + ": the index has no token vectors of passage "
            + hit.passage()
            + " of "
            + hit.documentId()
            + ", which every passage of this index should have; index the document again");
  }

  @Override
  public SequencedMap<Hit, float[]> sampleVectors(int size) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", SolrFields.ALL_PASSAGES);
    parameters.set("sort", "random_1 asc");
    parameters.set("rows", size);
    parameters.set(
        "fl",
        String.join(
            ",", SolrFields.DOCUMENT, SolrFields.PASSAGE, SolrFields.LANGUAGE, SolrFields.VECTOR));
    SequencedMap<Hit, float[]> sample = new LinkedHashMap<>();
    for (SolrDocument document : collection.query(parameters).getResults()) {
      SolrPassages.vector(document)
          .ifPresent(vector -> sample.put(SolrPassages.hit(document, 0), vector));
    }
    return sample;
  }

  @Override
  public Map<String, Metadata> metadata(Collection<String> documentIds) {
    Map<String, Metadata> metadata = new HashMap<>();
    if (hasMetadata) {
      documents(SolrFields.roots(documentIds), SolrFields.DOCUMENT + "," + SolrFields.METADATA)
          .values()
          .forEach(
              document ->
                  metadata.put(
                      (String) document.getFieldValue(SolrFields.DOCUMENT),
                      SolrPassages.metadata(document)));
    }
    return metadata;
  }

  @Override
  public OptionalInt bestSentence(DenseQuery query, Passage passage) {
    String id = SolrFields.id(passage.documentId(), passage.ordinal());
    Optional<BytesRef> sentences =
        sentenceVectors(List.of(new Hit(passage.documentId(), passage.ordinal(), 0))).getFirst();
    if (sentences.isEmpty()) {
      return OptionalInt.empty();
    }
    SentenceScorer scorer = new SentenceScorer(query, passage.language().code());
    try {
      return scorer.score(sentences.get())
          ? OptionalInt.of(scorer.bestSentence())
          : OptionalInt.empty();
    } catch (IOException e) {
      throw new IsoglossException(
          collection.name() + ": the sentence vectors of " + id + " are damaged", e);
    }
  }

  @Override
  public List<Passage> documentPassages(String documentId) {
    List<Passage> found = new ArrayList<>();
    SolrQueries.forEach(
        collection,
        SolrFilterQueries.equal(SolrFields.DOCUMENT, List.of(documentId)),
        PASSAGE_FIELDS,
        document -> found.add(SolrPassages.toPassage(document)));
    return found;
  }

  @Override
  public Map<String, List<Passage>> documentPassages(Collection<String> ids) {
    Map<String, List<Passage>> found = new HashMap<>();
    if (!ids.isEmpty()) {
      SolrQueries.forEach(
          collection,
          SolrFilterQueries.equal(SolrFields.DOCUMENT, ids),
          PASSAGE_FIELDS,
          document -> {
            Passage passage = SolrPassages.toPassage(document);
            found.computeIfAbsent(passage.documentId(), id -> new ArrayList<>()).add(passage);
          });
    }
    return found;
  }

  @Override
  public void forEachPassage(BiConsumer<Passage, Metadata> visitor) {
    Metadata[] ofDocument = {Metadata.EMPTY};
    SolrQueries.forEach(
        collection,
        SolrFields.ALL_PASSAGES,
        PASSAGE_FIELDS + "," + SolrFields.METADATA,
        document -> {
          Passage passage = SolrPassages.toPassage(document);
          if (passage.ordinal() == 0) {
            ofDocument[0] = SolrPassages.metadata(document);
          }
          visitor.accept(passage, ofDocument[0]);
        });
  }

  @Override
  public Map<String, String> documentLanguages(Collection<String> documentIds) {
    Map<String, String> codes = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (String id : documentIds) {
      languages.find(id).ifPresentOrElse(code -> codes.put(id, code), () -> unknown.add(id));
    }
    documents(SolrFields.roots(unknown), SolrFields.DOCUMENT + "," + SolrFields.LANGUAGE)
        .values()
        .forEach(
            document -> {
              String id = (String) document.getFieldValue(SolrFields.DOCUMENT);
              String code = (String) document.getFieldValue(SolrFields.LANGUAGE);
              languages.put(id, code);
              codes.put(id, code);
            });
    return codes;
  }
}
