// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;
import org.isogloss.api.field.FieldType;

/**
 * Options of {@link LoadJob}.
 *
 * @param input the output folder of {@code encode}
 * @param output the folder of the shards
 * @param shards number of shards, 1 or more
 * @param fieldTypes declared types of fields, by name; the type of another field is that of its
 *     first value in each shard
 */
public record LoadOptions(
    String input, String output, int shards, Map<String, FieldType> fieldTypes) {
  public LoadOptions {
    requireNonNull(input, "input is null");
    requireNonNull(output, "output is null");
    fieldTypes = Map.copyOf(new TreeMap<>(fieldTypes));
    if (shards < 1) {
      throw new IllegalArgumentException("shards is " + shards + ", expected 1 or more");
    }
  }
}
