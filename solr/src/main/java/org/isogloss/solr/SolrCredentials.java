// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Map;
import java.util.Optional;
import org.isogloss.core.IsoglossException;

/**
 * User and password for Solr's basic authentication, from the environment variable {@value
 * #VARIABLE}. An address does not contain them, because messages and logs show addresses.
 */
record SolrCredentials(String user, String password) {
  static final String VARIABLE = "ISOGLOSS_SOLR_CREDENTIALS";

  /**
   * Reads the variable.
   *
   * @return the credentials; empty if the variable is not set
   * @throws IsoglossException if it is not of the form {@code user:password}
   */
  static Optional<SolrCredentials> of(Map<String, String> environment) {
    String value = environment.getOrDefault(VARIABLE, "");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    int colon = value.indexOf(':');
    if (colon < 1) {
      throw new IsoglossException(VARIABLE + " has no user before a colon, expected user:password");
    }
    return Optional.of(new SolrCredentials(value.substring(0, colon), value.substring(colon + 1)));
  }

  /** Returns the user, without the password. */
  @Override
  public String toString() {
    return user;
  }
}
