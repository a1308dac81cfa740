// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.Role;
import org.isogloss.modelio.adapter.RoleTasks;

/**
 * How texts must be prepared for a model.
 *
 * @param queryPrefix prepended to every query; empty for none
 * @param passagePrefix prepended to every passage; empty for none
 * @param maxLength maximum number of tokens of a text, including special tokens; longer texts are
 *     truncated
 * @param dimension number of dimensions that are kept of a vector, of a model that was trained for
 *     it (Kusupati et al., <i>Matryoshka Representation Learning</i>, NeurIPS 2022); empty for all
 * @param tasks the tasks whose adapters are applied; empty for a model without adapters
 */
public record EncodingSettings(
    String queryPrefix,
    String passagePrefix,
    int maxLength,
    Pooling pooling,
    OptionalInt dimension,
    Optional<RoleTasks> tasks) {
  /** Maximum number of characters of a prefix, which is tokenized with every text. */
  private static final int MAX_PREFIX = 10_000;

  public EncodingSettings {
    requireNonNull(queryPrefix, "queryPrefix is null");
    requireNonNull(passagePrefix, "passagePrefix is null");
    requireNonNull(pooling, "pooling is null");
    requireNonNull(dimension, "dimension is null");
    requireNonNull(tasks, "tasks is null");
    if (dimension.isPresent() && dimension.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "dimension is " + dimension.getAsInt() + ", expected 1 or more");
    }
    if (queryPrefix.length() > MAX_PREFIX || passagePrefix.length() > MAX_PREFIX) {
      throw new IllegalArgumentException(
          "a prefix has "
              + Math.max(queryPrefix.length(), passagePrefix.length())
              + " characters, expected at most "
              + MAX_PREFIX);
    }
    if (maxLength < 1) {
      throw new IllegalArgumentException("maxLength is " + maxLength + ", expected 1 or more");
    }
  }

  /** Creates settings of a model without adapters. */
  public EncodingSettings(
      String queryPrefix,
      String passagePrefix,
      int maxLength,
      Pooling pooling,
      OptionalInt dimension) {
    this(queryPrefix, passagePrefix, maxLength, pooling, dimension, Optional.empty());
  }

  /** Creates settings that keep all dimensions. */
  public EncodingSettings(
      String queryPrefix, String passagePrefix, int maxLength, Pooling pooling) {
    this(queryPrefix, passagePrefix, maxLength, pooling, OptionalInt.empty());
  }

  /** Creates settings without prefixes. */
  public EncodingSettings(int maxLength, Pooling pooling) {
    this("", "", maxLength, pooling);
  }

  /** Returns these settings with another pooling. */
  public EncodingSettings withPooling(Pooling pooling) {
    return new EncodingSettings(queryPrefix, passagePrefix, maxLength, pooling, dimension, tasks);
  }

  /**
   * Returns these settings for texts of one task, in both roles.
   *
   * @param task the task whose adapter is applied
   * @param prefix prepended to every text; empty for none
   */
  public EncodingSettings withTask(String task, String prefix) {
    RoleTasks both = new RoleTasks(task, task);
    return new EncodingSettings(prefix, prefix, maxLength, pooling, dimension, Optional.of(both));
  }

  /** Returns the prefix of a text in the given role. */
  public String prefix(Role role) {
    return role == Role.QUERY ? queryPrefix : passagePrefix;
  }
}
