// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;

/**
 * The Lucene fields of {@link Metadata}: each field as a whole JSON object, stored with the first
 * passage of a document, and {@code metadata:NAME} on every passage, indexed and with doc values,
 * of the type of the field. Strings of more than {@value #MAX_INDEXED} characters are stored only.
 */
public final class MetadataFields {
  /** Maximum length of a string that filters and facets see. */
  public static final int MAX_INDEXED = 1_000;

  static final String STORED = "metadata";

  /** The stored fields that {@link #fromStored} needs. */
  public static final Set<String> STORED_FIELDS = Set.of(STORED);

  private static final String PREFIX = "metadata:";

  private MetadataFields() {}

  /** Returns the indexed Lucene field of a field of documents. */
  public static String indexedField(String name) {
    return PREFIX + name;
  }

  /** Adds the stored object to the first passage of a document. */
  static void addStored(Document passage, Metadata metadata) {
    if (!metadata.isEmpty()) {
      passage.add(new StoredField(STORED, MetadataJson.write(metadata).toString()));
    }
  }

  /**
   * Adds the indexed fields to a passage.
   *
   * @param metadata values that conform to the types
   */
  static void addIndexed(Document passage, Metadata metadata, FieldTypes types) {
    for (Map.Entry<String, MetadataValue> field : metadata.fields().entrySet()) {
      String name = indexedField(field.getKey());
      Set<MetadataValue> values = new LinkedHashSet<>(field.getValue().elements());
      for (MetadataValue value : values) {
        String text = value.toString();
        switch (types.find(field.getKey()).orElseThrow()) {
          case STRING, BOOLEAN -> {
            if (text.length() <= MAX_INDEXED) {
              passage.add(new KeywordField(name, new BytesRef(text), Field.Store.NO));
            }
          }
          case NUMBER ->
              passage.add(new DoubleField(name, Double.parseDouble(text), Field.Store.NO));
          case DATE ->
              passage.add(
                  new LongField(
                      name, DatePeriod.parse(text).orElseThrow().start(), Field.Store.NO));
        }
      }
    }
  }

  /** Returns the metadata that is stored with the first passage of a document. */
  public static Metadata fromStored(Document passage) {
    String json = passage.get(STORED);
    if (json == null) {
      return Metadata.EMPTY;
    }
    try {
      return MetadataJson.parse(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the metadata of a passage is damaged", e);
    }
  }
}
