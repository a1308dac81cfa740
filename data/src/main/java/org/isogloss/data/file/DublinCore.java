// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.parse.SecureXml;

/**
 * What a document states about itself in elements of Dublin Core and their relatives: {@code
 * docProps/core.xml} of DOCX, {@code meta.xml} of ODT, the package file of EPUB.
 */
final class DublinCore {
  private final Map<String, List<String>> values = new HashMap<>();

  private DublinCore() {}

  static DublinCore read(byte[] xml) throws XMLStreamException {
    DublinCore properties = new DublinCore();
    XMLStreamReader reader = SecureXml.open(new ByteArrayInputStream(xml));
    String element = "";
    StringBuilder text = new StringBuilder();
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          element = reader.getLocalName();
          text.setLength(0);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (!element.isEmpty() && !text.toString().isBlank()) {
            properties
                .values
                .computeIfAbsent(element, name -> new ArrayList<>())
                .add(text.toString().strip());
          }
          element = "";
        }
        default -> {}
      }
    }
    return properties;
  }

  String title() {
    return first("title").orElse("");
  }

  Optional<Language> language() {
    return first("language").flatMap(Language::find);
  }

  /** The first value of the first of these elements that has one. */
  private Optional<String> first(String... elements) {
    return Arrays.stream(elements)
        .flatMap(element -> values.getOrDefault(element, List.of()).stream())
        .findFirst();
  }

  Metadata metadata() {
    Metadata metadata = Metadata.EMPTY;
    metadata = with(metadata, BuiltInFields.DESCRIPTION, first("description"));
    metadata = with(metadata, BuiltInFields.AUTHOR, first("creator", "initial-creator"));
    metadata = with(metadata, BuiltInFields.SUBJECT, first("subject"));
    metadata = with(metadata, BuiltInFields.KEYWORDS, first("keywords", "keyword"));
    Optional<String> date = first("created", "creation-date", "date").filter(HtmlParser::isDate);
    return with(metadata, BuiltInFields.DATE, date);
  }

  private static Metadata with(Metadata metadata, String name, Optional<String> value) {
    return value.map(text -> metadata.with(name, MetadataValue.of(text))).orElse(metadata);
  }
}
