// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.IndexLocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolrAddressTest {
  @Test
  void parsesTheHostsOfZooKeeper() {
    SolrAddress address = SolrAddress.parse("solr:zk1:2181,zk2:2181/docs?shards=4&replicas=2");
    assertThat(address)
        .isEqualTo(
            new SolrAddress(List.of("zk1:2181", "zk2:2181"), Optional.empty(), "docs", 4, 2));
    assertThat(address).hasToString("solr:zk1:2181,zk2:2181/docs");
    assertThat(SolrAddress.parse("solr:zk1:2181/a/solr/docs").chroot()).contains("/a/solr");
  }

  @Test
  void parsesTheAddressesOfNodes() {
    SolrAddress address = SolrAddress.parse("solr:http://a:8983/solr,http://b:8983/solr/docs");
    assertThat(address.hosts()).containsExactly("http://a:8983/solr", "http://b:8983/solr");
    assertThat(address.collection()).isEqualTo("docs");
    assertThat(address.isHttp()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "solr:docs, names no collection",
    "solr:zk1:2181/, names no collection",
    "solr:zk1:2181/-docs, names no collection",
    "'solr:zk1:2181,,zk2:2181/docs', a host is empty",
    "solr:zk1:2181/docs?shards=0, shards is",
    "solr:zk1:2181/docs?shard=2, found",
    "zk1:2181/docs, does not begin with solr:"
  })
  void rejectsMalformedAddresses(String address, String problem) {
    assertThatThrownBy(() -> SolrAddress.parse(address))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining("expected an address such as solr:zk1:2181,zk2:2181/collection");
  }

  @Test
  void isFoundByItsScheme() {
    assertThat(IndexLocations.of("solr:zk1:2181/docs"))
        .isEqualTo(new SolrLocation(SolrAddress.parse("solr:zk1:2181/docs")));
  }
}
