// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class SolrCredentialsTest {
  private static Map<String, String> variable(String value) {
    return Map.of("ISOGLOSS_SOLR_CREDENTIALS", value);
  }

  @Test
  void splitsAtTheFirstColon() {
    assertThat(SolrCredentials.of(variable("solr:a:b")))
        .contains(new SolrCredentials("solr", "a:b"));
    assertThat(SolrCredentials.of(variable("solr:"))).contains(new SolrCredentials("solr", ""));
    assertThat(SolrCredentials.of(variable(""))).isEmpty();
    assertThat(SolrCredentials.of(Map.of())).isEmpty();
  }

  @Test
  void doesNotShowThePassword() {
    assertThat(new SolrCredentials("solr", "secret")).hasToString("solr");
    assertThatThrownBy(() -> SolrCredentials.of(variable("secret")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected user:password")
        .hasMessageNotContaining("secret");
  }
}
