// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The fields of a document in addition to id, language, title and text, such as its category, date
 * and price, in the order in which they were given.
 *
 * <pre>{@code
 * Metadata.EMPTY.with("category", MetadataValue.of("recipe")).with("year", MetadataValue.of(2024))
 * }</pre>
 *
 * @param fields values by name; a name is not blank
 */
public record Metadata(SequencedMap<String, MetadataValue> fields) {
  public static final Metadata EMPTY = new Metadata(new LinkedHashMap<>());

  public Metadata {
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    for (Map.Entry<String, MetadataValue> field : fields.entrySet()) {
      if (field.getKey() == null || field.getKey().isBlank() || field.getValue() == null) {
        throw new IllegalArgumentException("a field needs a name and a value, found " + field);
      }
    }
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  /** Returns the value of a field; empty if the document does not have it. */
  public Optional<MetadataValue> find(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** Returns those of these fields that have one of some names. */
  public Metadata retain(Set<String> names) {
    SequencedMap<String, MetadataValue> retained = new LinkedHashMap<>(fields);
    retained.keySet().retainAll(names);
    return new Metadata(retained);
  }

  /** Returns these fields with another value of one of them, or with a further one. */
  public Metadata with(String name, MetadataValue value) {
    SequencedMap<String, MetadataValue> changed = new LinkedHashMap<>(fields);
    changed.put(name, value);
    return new Metadata(changed);
  }
}
