// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;

/**
 * The address of a collection.
 *
 * <pre>{@code
 * solr:zk1:2181,zk2:2181/docs                by ZooKeeper
 * solr:zk1:2181/chroot/docs?shards=4&replicas=2
 * solr:http://host1:8983/solr,http://host2:8983/solr/docs   by Solr's own addresses
 * }</pre>
 *
 * @param hosts ZooKeeper's hosts with ports, or base addresses of Solr nodes; one or more
 * @param chroot the path in ZooKeeper under which Solr has its nodes; empty for the root
 * @param collection name of a collection or an alias
 * @param shards number of shards of a new collection
 * @param replicas number of copies of each shard of a new collection
 */
public record SolrAddress(
    List<String> hosts, Optional<String> chroot, String collection, int shards, int replicas) {
  static final String SCHEME = "solr";
  private static final int MAX_COPIES = 1_000;
  private static final Pattern NAME = Pattern.compile("[\\p{Alnum}_][\\p{Alnum}_.-]*");

  public SolrAddress {
    hosts = List.copyOf(hosts);
    requireNonNull(chroot, "chroot is null");
    requireNonNull(collection, "collection is null");
  }

  /**
   * Parses an address.
   *
   * @throws IsoglossException if it is malformed
   */
  public static SolrAddress parse(String address) {
    String[] parts = address.split("\\?", 2);
    if (!parts[0].startsWith(SCHEME + ":")) {
      throw malformed(address, "it does not begin with solr:");
    }
    String location = parts[0].substring(SCHEME.length() + 1);
    int slash = location.lastIndexOf('/');
    String collection = location.substring(slash + 1);
    if (slash < 1 || !NAME.matcher(collection).matches()) {
      throw malformed(address, "it names no collection");
    }
    String servers = location.substring(0, slash);
    Map<String, Integer> options = options(address, parts.length == 2 ? parts[1] : "");
    int shards = options.getOrDefault("shards", 1);
    int replicas = options.getOrDefault("replicas", 1);
    if (servers.startsWith("http://") || servers.startsWith("https://")) {
      return new SolrAddress(
          hosts(address, servers), Optional.empty(), collection, shards, replicas);
    }
    int root = servers.indexOf('/');
    return new SolrAddress(
        hosts(address, root < 0 ? servers : servers.substring(0, root)),
        root < 0 ? Optional.empty() : Optional.of(servers.substring(root)),
        collection,
        shards,
        replicas);
  }

  private static List<String> hosts(String address, String text) {
    List<String> hosts = List.of(text.split(",", -1));
    if (hosts.stream().anyMatch(String::isBlank)) {
      throw malformed(address, "a host is empty");
    }
    return hosts;
  }

  private static Map<String, Integer> options(String address, String query) {
    Map<String, Integer> options = new HashMap<>();
    for (String option : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = option.indexOf('=');
      String name = option.substring(0, Math.max(0, equals));
      if (!name.equals("shards") && !name.equals("replicas")) {
        throw malformed(address, "found " + Excerpt.quote(option));
      }
      String value = option.substring(equals + 1);
      int number = value.matches("\\d{1,4}") ? Integer.parseInt(value) : 0;
      if (number < 1 || number > MAX_COPIES) {
        throw malformed(
            address, name + " is " + Excerpt.quote(value) + ", expected 1 to " + MAX_COPIES);
      }
      options.put(name, number);
    }
    return options;
  }

  private static IsoglossException malformed(String address, String problem) {
    return new IsoglossException(
        Excerpt.unquoted(address)
            + ": "
            + problem
            + ", expected an address such as solr:zk1:2181,zk2:2181/collection?shards=2&replicas=2");
  }

  /** Whether the hosts are Solr nodes, not those of ZooKeeper. */
  boolean isHttp() {
    return hosts.getFirst().startsWith("http");
  }

  /** The cluster, without the collection. */
  String cluster() {
    return String.join(",", hosts) + chroot.orElse("");
  }

  /** The address without options. */
  @Override
  public String toString() {
    return SCHEME + ":" + cluster() + "/" + collection;
  }
}
