// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.isogloss.api.Completion;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonObject;

/** Completions of queries as JSON objects. */
public final class CompletionJson {
  private CompletionJson() {}

  /** Writes a completion. */
  public static ObjectNode write(Completion completion) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("text", completion.text())
        .put("language", completion.language().tag())
        .put("kind", completion.kind().name().toLowerCase(Locale.ROOT));
  }

  /**
   * Reads a completion.
   *
   * @throws IsoglossException if the object is not one
   */
  public static Completion read(JsonObject json) {
    return json.create(
        () ->
            new Completion(
                json.string("text"),
                json.language("language"),
                Completion.Kind.valueOf(json.string("kind").toUpperCase(Locale.ROOT))));
  }
}
