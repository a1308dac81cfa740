// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.api.pipeline.FairnessDial;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.catalog.ServedIndex;

/** Describes an index to clients. */
public final class IndexDescription {
  private IndexDescription() {}

  /** Returns the size, the languages and the fields of an index, and how it is searched. */
  public static ObjectNode of(ServedIndex index) {
    return index.use(engine -> describe(index, engine));
  }

  private static ObjectNode describe(ServedIndex served, SearchEngine engine) {
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    index.put("name", served.name());
    index.put("documents", engine.documents());
    index.put("passages", engine.passages());
    ObjectNode languages = index.putObject("languages");
    engine.languages().forEach((language, count) -> languages.put(language.tag(), count));
    ObjectNode fields = index.putObject("fields");
    engine.fieldTypes().forEach((name, type) -> fields.put(name, type.toString()));
    served.model().ifPresent(model -> index.put("model", model.name()));
    index.put("pipeline", engine.defaultPipeline().toString());
    index.put("fairness", FairnessDial.set(engine.defaultPipeline(), 1).isPresent());
    index.put("versions", served.model().isPresent());
    served.answers().ifPresent(model -> index.put("answers", model));
    return index;
  }
}
