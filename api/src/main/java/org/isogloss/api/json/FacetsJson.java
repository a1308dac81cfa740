// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.api.FacetCount;
import org.isogloss.core.json.JsonObject;

/** Values of fields, with the number of documents that have each. */
final class FacetsJson {
  private FacetsJson() {}

  static ObjectNode write(Map<String, List<FacetCount>> facets) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    facets.forEach(
        (field, counts) -> {
          ArrayNode values = json.putArray(field);
          counts.forEach(
              count ->
                  values
                      .addObject()
                      .put("value", count.value())
                      .put("documents", count.documents()));
        });
    return json;
  }

  static SequencedMap<String, List<FacetCount>> read(JsonObject json) {
    SequencedMap<String, List<FacetCount>> facets = new LinkedHashMap<>();
    for (String field : json.keys()) {
      facets.put(
          field,
          json.requiredObjects(field).stream()
              .map(count -> new FacetCount(count.string("value"), count.integer("documents")))
              .toList());
    }
    return facets;
  }
}
