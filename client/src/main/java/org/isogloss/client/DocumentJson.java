// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.json.MetadataJson;

/** Documents in the form in which the server reads them. */
final class DocumentJson {
  private DocumentJson() {}

  /** Converts a document. */
  static ObjectNode of(Document document) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", document.id());
    if (!document.language().isUndetermined()) {
      json.put("language", document.language().tag());
    }
    if (!document.title().isEmpty()) {
      json.put("title", document.title());
    }
    json.put("text", document.text());
    if (!document.metadata().isEmpty()) {
      // An object of their own, so that a field may be named like one of the keys above.
      json.set("metadata", MetadataJson.write(document.metadata()));
    }
    return json;
  }

  /** Returns a document as UTF-8, with a line feed at its end only. */
  static byte[] line(Document document) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(Transport.bytes(of(document)));
    line.write('\n');
    return line.toByteArray();
  }
}
