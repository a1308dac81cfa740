// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonObject;

/** The description of an index as a JSON object. */
public final class IndexDescriptionJson {
  private IndexDescriptionJson() {}

  /** Writes a description. */
  public static ObjectNode write(IndexDescription index) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", index.name());
    node.put("documents", index.documentCount());
    node.put("passages", index.passageCount());
    ObjectNode languages = node.putObject("languages");
    index
        .passagesByLanguage()
        .forEach((language, count) -> languages.put(language.tag(), count.longValue()));
    ObjectNode fields = node.putObject("fields");
    index.fields().forEach((name, type) -> fields.put(name, type.toString()));
    index.model().ifPresent(model -> node.put("model", model));
    node.put("pipeline", index.pipeline());
    node.put("versions", index.translations());
    index.answers().ifPresent(model -> node.put("answers", model));
    return node;
  }

  /**
   * Reads a description.
   *
   * @throws IsoglossException if the object is not one
   */
  public static IndexDescription read(JsonObject json) {
    SequencedMap<Language, Long> languages = new LinkedHashMap<>();
    JsonObject counts = json.object("languages");
    counts.keys().forEach(tag -> languages.put(counts.language(tag, tag), counts.integer(tag)));
    SequencedMap<String, FieldType> fields = new LinkedHashMap<>();
    JsonObject types = json.object("fields");
    types.keys().forEach(name -> fields.put(name, types.enumConstant(name, FieldType.class)));
    return new IndexDescription(
        json.string("name"),
        json.integer("documents"),
        json.integer("passages"),
        languages,
        fields,
        json.findString("model"),
        json.string("pipeline"),
        json.booleanValue("versions"),
        json.findString("answers"));
  }
}
