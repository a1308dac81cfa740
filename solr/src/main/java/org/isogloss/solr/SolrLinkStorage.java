// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.api.field.FieldType;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkStorage;
import org.isogloss.search.links.VectorVisitor;

/**
 * The links of an index in a collection.
 *
 * @param state returns the state of the index
 * @param change changes the state and writes it
 */
record SolrLinkStorage(
    SolrCollection collection, Supplier<CollectionState> state, StateChange change)
    implements LinkStorage {
  /** Changes the state of an index. */
  @FunctionalInterface
  interface StateChange {
    void apply(UnaryOperator<CollectionState> change);
  }

  private static StoredParts parts(SolrCollection collection) {
    return new StoredParts(collection, "isogloss links");
  }

  /** Reads the links of a state. */
  static Optional<DocumentLinks> find(SolrCollection collection, CollectionState state) {
    return state
        .links()
        .map(revision -> DocumentLinks.parse(collection.name(), parts(collection).read(revision)));
  }

  @Override
  public Optional<DocumentLinks> links() {
    return find(collection, state.get());
  }

  @Override
  public void write(DocumentLinks links) {
    Optional<String> replaced = state.get().links();
    String revision = parts(collection).write(links.toBytes());
    change.apply(current -> current.withLinks(revision));
    replaced.ifPresent(parts(collection)::delete);
  }

  @Override
  public Set<String> documentsAfter(long run) {
    Set<String> documents = new HashSet<>();
    SolrQueries.forEach(
        collection,
        SolrFields.RUN + ":{" + run + " TO *]",
        SolrFields.DOCUMENT,
        document -> documents.add((String) document.getFieldValue(SolrFields.DOCUMENT)));
    return documents;
  }

  @Override
  public long passageCount() {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", SolrFields.ALL_PASSAGES);
    parameters.set("rows", 0);
    parameters.set("distrib.statsCache", false);
    return collection.query(parameters).getResults().getNumFound();
  }

  @Override
  public Map<String, Set<String>> strings(String field) {
    String name = SolrFields.metadataField(field, FieldType.STRING);
    Map<String, Set<String>> strings = new HashMap<>();
    SolrQueries.forEach(
        collection,
        name + ":*",
        SolrFields.DOCUMENT + "," + name,
        document -> {
          Collection<Object> values = document.getFieldValues(name);
          Set<String> ofDocument =
              strings.computeIfAbsent(
                  (String) document.getFieldValue(SolrFields.DOCUMENT), id -> new HashSet<>());
          if (values != null) {
            values.forEach(value -> ofDocument.add((String) value));
          }
        });
    return strings;
  }

  @Override
  public void forEachVector(VectorVisitor visitor) {
    SolrQueries.forEach(
        collection,
        SolrFields.ALL_PASSAGES,
        String.join(",", SolrFields.DOCUMENT, SolrFields.LANGUAGE, SolrFields.VECTOR),
        document ->
            SolrPassages.vector(document)
                .ifPresent(
                    vector ->
                        visitor.accept(
                            (String) document.getFieldValue(SolrFields.DOCUMENT),
                            (String) document.getFieldValue(SolrFields.LANGUAGE),
                            vector)));
  }
}
