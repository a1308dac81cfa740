// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.isogloss.api.Snippet;
import org.isogloss.api.Translation;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.manifest.IndexManifest;

/**
 * What the index of an engine stores: {@link SearchEngine#view}. Each call reads the commit that is
 * current at that time.
 */
public final class IndexView {
  private final ReadAccess access;
  private final QueryReader reader;

  IndexView(ReadAccess access, QueryReader reader) {
    this.access = access;
    this.reader = reader;
  }

  /** The manifest of the index. */
  public IndexManifest manifest() {
    return access.read(commit -> commit.index().manifest());
  }

  /** Number of documents. */
  public long documentCount() {
    return access.read(commit -> commit.index().documentCount());
  }

  /** Number of passages. */
  public long passageCount() {
    return access.read(commit -> commit.index().passageCount());
  }

  /** Number of passages of each language, most first. */
  public SequencedMap<Language, Long> passagesByLanguage() {
    Map<Language, Long> counts = access.read(commit -> commit.index().passagesPerLanguage());
    return new LinkedHashMap<>(counts);
  }

  /** Types of the fields of the documents, by name. */
  public SortedMap<String, FieldType> fieldTypes() {
    return access.read(commit -> commit.index().fieldTypes());
  }

  /**
   * The texts that the index contains in several documents, as translations or copies; empty if
   * they were not sought, because the index has no vectors or an earlier version wrote it.
   */
  public Optional<List<LinkedText>> linkedTexts() {
    return access.read(commit -> commit.index().links().map(links -> commit.index().linkedTexts()));
  }

  /** Returns the passages of a document in order; empty if the index does not contain it. */
  public List<Passage> passages(String documentId) {
    return access.read(commit -> commit.index().documentPassages(documentId));
  }

  /**
   * Returns the documents that are translations of a document, by the links that indexing finds:
   * one of each other language, each with the mean cosine of their passages as score.
   *
   * @return none if the index does not contain the document, or knows no translation of it
   */
  public List<Translation> translations(String documentId) {
    return access.read(commit -> LinkedTranslations.of(commit.index(), documentId));
  }

  /** Returns the passage of a hit; empty if the index does not contain it. */
  public Optional<Passage> passage(Hit hit) {
    return access.read(commit -> commit.index().passage(hit));
  }

  /** Returns the other fields of a document; none if the index does not contain it. */
  public Metadata metadata(String documentId) {
    return access.read(commit -> commit.index().metadata(documentId));
  }

  /**
   * Returns the part of a hit's passage to display, with the words of the query highlighted; for
   * hits of a {@link SearchEngine#retriever}.
   *
   * @throws IsoglossException if the index does not contain the passage
   */
  public Snippet snippet(Query query, Hit hit) {
    return access.read(commit -> commit.index().snippet(reader.read(query, commit), hit));
  }

  /**
   * Finds the passages whose vectors are nearest to a vector of the caller, such as one that
   * another program computed with the model of the index. Passages without a vector are not found.
   *
   * @param vector has the dimension of the index and any length; nothing is near the zero vector
   * @param depth maximum number of passages, 1 or more
   * @return the passages by descending cosine of their vectors with the given one
   * @throws IsoglossException if the index has no vectors, or vectors of another dimension
   */
  public List<NearestPassage> nearest(float[] vector, int depth) {
    return nearest(vector, Optional.empty(), depth);
  }

  /**
   * Finds the nearest passages like {@link #nearest(float[], int)}, only in documents that meet a
   * filter.
   *
   * @throws IsoglossException also if the filter does not fit the fields of the documents
   */
  public List<NearestPassage> nearest(float[] vector, Filter filter, int depth) {
    return nearest(vector, Optional.of(filter), depth);
  }

  private List<NearestPassage> nearest(float[] vector, Optional<Filter> filter, int depth) {
    return access.read(
        commit ->
            commit.index().nearest(vector, filter, depth).hits().stream()
                .map(hit -> nearest(commit.index(), hit))
                .toList());
  }

  private static NearestPassage nearest(SearchIndex index, Hit hit) {
    return new NearestPassage(
        hit,
        ResultPage.passage(index, hit),
        index.metadata(hit.documentId()),
        index.vector(hit).orElseThrow());
  }
}
