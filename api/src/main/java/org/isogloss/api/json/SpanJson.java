// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.Span;
import org.isogloss.core.json.JsonObject;

/** A span as the keys {@code start} and {@code end}. */
final class SpanJson {
  private SpanJson() {}

  static ObjectNode put(ObjectNode node, Span span) {
    return node.put("start", span.start()).put("end", span.end());
  }

  static Span read(JsonObject json) {
    return json.create(() -> new Span(json.intAtLeast("start", 0), json.intAtLeast("end", 0)));
  }
}
