// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.text.language.LanguageIdentifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NonsenseQueriesTest {
  private static final List<Query> REAL = List.of(Query.of("Wo geht die Sonne unter?"));

  @ParameterizedTest
  @EnumSource(SuiteCollection.Role.class)
  void areInNoLanguage(SuiteCollection.Role role) {
    List<Query> nonsense = NonsenseQueries.of(role, REAL, 300);
    assertThat(nonsense)
        .hasSize(300)
        .isEqualTo(NonsenseQueries.of(role, REAL, 300))
        .extracting(Query::id)
        .doesNotHaveDuplicates();
    LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();
    // Greek, Thai and Korean letters are of one language each.
    assertThat(nonsense)
        .filteredOn(query -> query.text().matches("[a-z ]+"))
        .hasSizeGreaterThan(100)
        .filteredOn(query -> identifier.identify(query.text()).reliable())
        .hasSizeLessThan(30);
  }

  @ParameterizedTest
  @EnumSource(SuiteCollection.Role.class)
  void canBeMadeForAnyQueries(SuiteCollection.Role role) {
    assertThat(NonsenseQueries.of(role, List.of(Query.of("1848")), 10))
        .hasSize(10)
        .allSatisfy(query -> assertThat(query.text()).matches("\\p{L}[\\p{L}\\p{M} ]*"));
  }
}
