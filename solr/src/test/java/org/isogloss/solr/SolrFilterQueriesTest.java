// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The syntax of queries; SolrIndexTest runs them. */
class SolrFilterQueriesTest {
  private static final List<String> MANY =
      IntStream.range(0, 2_000).mapToObj(i -> "id" + i).toList();

  @Test
  void quotesValuesSoThatTheyAreNoSyntax() {
    assertThat(SolrFilterQueries.equal("f", List.of("a \"b\" \\", "*:*")))
        .isEqualTo("f:(\"a \\\"b\\\" \\\\\" \"*:*\")");
  }

  @Test
  void comparesWithManyValuesInOneClause() {
    String query = SolrFilterQueries.equal("f", MANY);
    assertThat(query).startsWith("_query_:\"{!terms f=f separator='").contains("id0", "id1999");
    assertThat(query.chars().filter(c -> c == ' ').count())
        .as("spaces, which separate clauses")
        .isEqualTo(3);
  }

  @Test
  void escapesManyValuesForTheParserOfTheirSetAndForTheQuery() {
    List<String> values = new ArrayList<>(MANY);
    values.add("it's \\ \"x\"");
    assertThat(SolrFilterQueries.equal("f", values)).endsWith("it\\\\'s \\\\\\\\ \\\"x\\\"'}\"");
  }

  @Test
  void comparesOneByOneIfAValueContainsTheSeparator() {
    List<String> values = new ArrayList<>(MANY);
    values.add("a" + SolrFields.TERM_SEPARATOR + "b");
    assertThat(SolrFilterQueries.equal("f", values)).startsWith("f:(\"id0\" \"id1\"");
  }
}
