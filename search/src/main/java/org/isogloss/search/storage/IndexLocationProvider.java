// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

/**
 * Finds indexes that are not in a folder. A module registers a provider as a service ({@link
 * java.util.ServiceLoader}).
 */
public interface IndexLocationProvider {
  /**
   * The first part of the addresses of the provider, before the first colon, such as {@code solr}:
   * two or more lower-case letters.
   */
  String scheme();

  /**
   * Returns the location of an address, which is not contacted yet.
   *
   * @param address the address, which begins with the scheme and a colon
   * @throws org.isogloss.core.IsoglossException if the address is malformed
   */
  IndexLocation location(String address);
}
