// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.search.rules.SearchRules;

/**
 * Everything that belongs to an index except its passages, in one document of the collection. A
 * collection without it is not an index yet.
 *
 * @param manifest the manifest
 * @param userData checkpoint, types of fields and language means, as in a commit of Lucene
 * @param probability the conversion of scores to probabilities; empty if it was not estimated
 * @param rules the rules of queries; empty if there are none
 * @param tables revisions of the translation tables by pair of language codes
 * @param links revision of the links of documents; empty if they were not sought yet
 */
record CollectionState(
    ObjectNode manifest,
    Map<String, String> userData,
    Optional<ObjectNode> probability,
    Optional<ObjectNode> rules,
    Map<String, String> tables,
    Optional<String> links) {
  private static final String DOCUMENT_ID = "isogloss state";

  /** The version of the fields of passages. Those of version 1 had a vector field per language. */
  private static final int FORMAT = 2;

  private static final ObjectMapper MAPPER = JsonFile.MAPPER;

  CollectionState {
    userData = Map.copyOf(userData);
    tables = Map.copyOf(tables);
  }

  /**
   * A state with its version in the collection.
   *
   * @param version increases with every change
   */
  record Versioned(CollectionState state, long version) {}

  /** Reads the latest state; empty if the collection is not an index yet. */
  static Optional<Versioned> find(SolrCollection collection) {
    SolrDocument found = collection.call(client -> client.getById(DOCUMENT_ID));
    if (found == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Versioned(
            parse(collection, (String) found.getFieldValue(SolrFields.CONTENT)),
            (Long) found.getFieldValue(SolrFields.VERSION)));
  }

  private static CollectionState parse(SolrCollection collection, String json) {
    try {
      ObjectNode root = (ObjectNode) MAPPER.readTree(json);
      int format = root.path("format").asInt(1);
      if (format != FORMAT) {
        throw new IsoglossException(
            collection.name()
                + ": the collection has format "
                + format
                + ", this version of Isogloss reads format "
                + FORMAT
                + "; index the documents again into a new collection");
      }
      return new CollectionState(
          (ObjectNode) root.required("manifest"),
          strings(root.required("user_data")),
          Optional.ofNullable((ObjectNode) root.get("probability")),
          Optional.ofNullable((ObjectNode) root.get("rules")),
          strings(root.required("tables")),
          Optional.ofNullable(root.get("links")).map(JsonNode::asText));
    } catch (JsonProcessingException | ClassCastException | IllegalArgumentException e) {
      throw new IsoglossException(
          collection.name()
              + ": the document "
              + DOCUMENT_ID
              + " is damaged; index the collection again into a new one",
          e);
    }
  }

  private static Map<String, String> strings(JsonNode object) {
    Map<String, String> strings = new HashMap<>();
    object.properties().forEach(field -> strings.put(field.getKey(), field.getValue().asText()));
    return strings;
  }

  CollectionState withUserData(Map<String, String> changed) {
    return new CollectionState(manifest, changed, probability, rules, tables, links);
  }

  CollectionState withProbability(ObjectNode changed) {
    return new CollectionState(manifest, userData, Optional.of(changed), rules, tables, links);
  }

  CollectionState withRules(ObjectNode changed) {
    return new CollectionState(
        manifest, userData, probability, Optional.of(changed), tables, links);
  }

  CollectionState withTable(String pair, String revision) {
    Map<String, String> changed = new HashMap<>(tables);
    changed.put(pair, revision);
    return new CollectionState(manifest, userData, probability, rules, changed, links);
  }

  CollectionState withLinks(String revision) {
    return new CollectionState(
        manifest, userData, probability, rules, tables, Optional.of(revision));
  }

  /**
   * Returns the rules of queries; none if there are none.
   *
   * @param collection name of the collection, for messages
   */
  SearchRules searchRules(String collection) {
    return rules.map(json -> SearchRules.parse(Path.of(collection), json)).orElse(SearchRules.NONE);
  }

  boolean equalsExceptLinks(CollectionState other) {
    return manifest.equals(other.manifest)
        && userData.equals(other.userData)
        && probability.equals(other.probability)
        && rules.equals(other.rules)
        && tables.equals(other.tables);
  }

  /**
   * Writes the state; visible to {@link #find} at once.
   *
   * @param guard called before each attempt; throws an exception if the state must not be written
   */
  void write(SolrCollection collection, Runnable guard) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", FORMAT);
    root.set("manifest", manifest);
    ObjectNode data = root.putObject("user_data");
    new TreeMap<>(userData).forEach(data::put);
    probability.ifPresent(found -> root.set("probability", found));
    rules.ifPresent(found -> root.set("rules", found));
    ObjectNode revisions = root.putObject("tables");
    new TreeMap<>(tables).forEach(revisions::put);
    links.ifPresent(revision -> root.put("links", revision));
    SolrInputDocument document = new SolrInputDocument();
    document.setField(SolrFields.ID, DOCUMENT_ID);
    document.setField(SolrFields.CONTENT, root.toString());
    collection.update(new UpdateRequest().add(document), guard);
  }
}
