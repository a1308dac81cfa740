// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.api.NothingFound;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonObject;

/** What there would have been to find, as JSON with the sentences for users. */
final class NothingFoundJson {
  private NothingFoundJson() {}

  static ObjectNode write(NothingFound found) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("documents", found.documents());
    json.put("counted", found.counted());
    ObjectNode languages = json.putObject("languages");
    found.languages().forEach((language, count) -> languages.put(language.tag(), count));
    json.set("fields", FacetsJson.write(found.fields()));
    found.sentences().forEach(json.putArray("sentences")::add);
    return json;
  }

  static NothingFound read(JsonObject json) {
    SequencedMap<Language, Long> languages = new LinkedHashMap<>();
    JsonObject counts = json.object("languages");
    counts.keys().forEach(tag -> languages.put(counts.language(tag, tag), counts.integer(tag)));
    return new NothingFound(
        json.integer("documents"),
        json.integer("counted"),
        languages,
        FacetsJson.read(json.object("fields")));
  }
}
