// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

class SearchRequestTest {
  private static final SearchRequest REQUEST = SearchRequest.of("wo schläft die Katze");

  @Test
  void requestsTheFirstTenDocumentsInAnyLanguageByDefault() {
    assertThat(REQUEST.query()).isEqualTo(Query.of("wo schläft die Katze"));
    assertThat(REQUEST.pipeline()).isEmpty();
    assertThat(REQUEST.languages()).isEmpty();
    assertThat(REQUEST.unit()).isEqualTo(ResultUnit.DOCUMENT);
    assertThat(REQUEST.top()).isEqualTo(10);
    assertThat(REQUEST.page()).isOne();
    assertThat(REQUEST.offset()).isZero();
    assertThat(REQUEST.explanations()).isFalse();
  }

  @Test
  void eachOptionKeepsTheOthers() {
    SearchRequest changed =
        REQUEST
            .withQueryLanguage("de")
            .withPipeline("{bm25, dense}rrf")
            .withLanguages("en", "zh-Hant")
            .withUnit(ResultUnit.PASSAGE)
            .withTop(7)
            .withPage(3)
            .withExplanations(true)
            .withGroupedTranslations()
            .withPreferredLanguages("fr", "de")
            .withMinProbability(0.25)
            .withSnippetLength(99)
            .withAnswers(2, 30)
            .withPreference(0.7)
            .withTimeout(Duration.ofSeconds(3));
    assertThat(changed.query().language()).isEqualTo(Language.of("de"));
    assertThat(changed.query().text()).isEqualTo("wo schläft die Katze");
    assertThat(changed.pipeline())
        .contains(
            new Pipeline.Fused(
                FusionMethod.RRF,
                List.of(
                    new Pipeline.WeightedPipeline(new Pipeline.Bm25(), 1),
                    new Pipeline.WeightedPipeline(new Pipeline.Dense(), 1))));
    assertThat(changed.languages())
        .containsExactly(LanguageRange.of("en"), LanguageRange.of("zh-Hant"));
    assertThat(changed.unit()).isEqualTo(ResultUnit.PASSAGE);
    assertThat(changed.top()).isEqualTo(7);
    assertThat(changed.offset()).isEqualTo(14);
    assertThat(changed.explanations()).isTrue();
    assertThat(changed.groupsTranslations()).isTrue();
    assertThat(changed.preferredLanguages())
        .containsExactly(LanguageRange.of("fr"), LanguageRange.of("de"));
    assertThat(changed.minProbability()).hasValue(0.25);
    assertThat(changed.snippetLength()).isEqualTo(99);
    assertThat(changed.answers()).isEqualTo(2);
    assertThat(changed.preference()).isEqualTo(0.7);
    assertThat(changed.timeout()).contains(Duration.ofSeconds(3));
    assertThat(changed.withPage(3)).isEqualTo(changed).hasSameHashCodeAs(changed);
    assertThat(changed.withTop(8)).isNotEqualTo(changed);
    assertThat(changed.answerPassages()).isEqualTo(30);
    assertThatThrownBy(() -> REQUEST.withAnswers(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("answers is -1, expected 0 or more");
    assertThatThrownBy(() -> REQUEST.withAnswers(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("answerPassages is 0, expected 1 or more");
    assertThatThrownBy(() -> REQUEST.withMinProbability(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minProbability is 1.5, expected 0 to 1");
    assertThat(changed.withQuery(REQUEST.query()).withLanguages().languages()).isEmpty();
  }

  @Test
  void createsOneRequestForEachQuery() {
    List<Query> queries = List.of(Query.of("a"), Query.of("b"));
    assertThat(REQUEST.withTop(3).forAll(queries))
        .containsExactly(SearchRequest.of("a").withTop(3), SearchRequest.of("b").withTop(3));
  }

  @Test
  void offsetDoesNotOverflow() {
    assertThat(REQUEST.withTop(Integer.MAX_VALUE).withPage(Integer.MAX_VALUE).offset())
        .isEqualTo((Integer.MAX_VALUE - 1L) * Integer.MAX_VALUE);
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> REQUEST.withTop(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("top is 0, expected 1 or more");
    assertThatThrownBy(() -> REQUEST.withPage(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("page is 0, expected 1 or more");
    assertThatThrownBy(() -> REQUEST.withSnippetLength(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("snippetLength is 0, expected 1 or more");
    assertThatThrownBy(() -> REQUEST.withLanguages("klingon"))
        .isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> REQUEST.withPipeline("bm52"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean bm25?");
  }
}
