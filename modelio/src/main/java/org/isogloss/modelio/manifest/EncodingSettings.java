package org.isogloss.modelio.manifest;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Role;

/**
 * How a model wants texts to be given to it.
 *
 * @param queryPrefix goes before every query, empty for none
 * @param passagePrefix goes before every passage, empty for none
 * @param maxLength how many pieces of a text count, special ones included
 */
public record EncodingSettings(
    String queryPrefix, String passagePrefix, int maxLength, Pooling pooling) {
  /** Limit of a prefix's characters: it is cut into pieces with every text. */
  private static final int MAX_PREFIX = 10_000;

  public EncodingSettings {
    requireNonNull(queryPrefix, "queryPrefix is null");
    requireNonNull(passagePrefix, "passagePrefix is null");
    requireNonNull(pooling, "pooling is null");
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

  /** Without prefixes. */
  public EncodingSettings(int maxLength, Pooling pooling) {
    this("", "", maxLength, pooling);
  }

  /** The same with another pooling. */
  public EncodingSettings withPooling(Pooling pooling) {
    return new EncodingSettings(queryPrefix, passagePrefix, maxLength, pooling);
  }

  /** What goes before a text in a role. */
  public String prefix(Role role) {
    return role == Role.QUERY ? queryPrefix : passagePrefix;
  }
}
