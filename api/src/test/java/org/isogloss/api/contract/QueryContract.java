// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.isogloss.api.contract.SearcherFixture.ids;

import java.util.List;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

/** How queries are read and completed. */
interface QueryContract extends SearcherFixture {
  private List<String> containing(String condition) {
    return ids(
            searcher().search(SearchRequest.of("cat").withPipeline("dense").withFilter(condition)))
        .stream()
        .sorted()
        .toList();
  }

  @Test
  default void findsDocumentsThatContainWords() {
    assertThat(containing("contains \"sleep\"")).as("by its stem").containsExactly("en-cat");
    assertThat(containing("contains \"Katzen\"")).as("in the title").containsExactly("de-cat");
    assertThat(containing("not contains \"cat\"")).containsExactly("de-cat", "fr-train");
    assertThat(containing("contains \"warm roofs\"")).containsExactly("en-cat");
    assertThat(containing("contains \"roof warm\"")).isEmpty();
    assertThat(containing("contains \"sleeps warm\"")).as("on and the between").isEmpty();
    assertThat(containing("contains \"sleeps on the warm\"")).containsExactly("en-cat");
    assertThat(containing("contains \"Train*\" or contains \"roof\""))
        .containsExactly("en-cat", "fr-train");
    assertThat(containing("contains \"sleeping*\"")).as("the same word").containsExactly("en-cat");
    assertThat(containing("contains \"the\"")).as("a stop word").contains("en-cat");
    assertThat(containing("not contains \"the\"")).as("a stop word").contains("en-cat");
    assertThat(containing("contains \"it's \\\\ \\\"*:* x\"")).as("no syntax").isEmpty();
  }

  @Test
  default void aDocumentContainsTheWordsOfAllItsPassages() {
    Document cooking =
        Document.of(
                "en-long",
                "A recipe of soup. ".repeat(60)
                    + "It needs zander. "
                    + "Salt is added. ".repeat(60))
            .withLanguage("en");
    searcher().put(cooking);
    assertThat(searcher().find("en-long").orElseThrow().passages()).hasSizeGreaterThan(2);
    SearchRequest request = SearchRequest.of("soup").withUnit(ResultUnit.PASSAGE);
    assertThat(ids(searcher().search(request.withFilter("contains \"zander\""))))
        .hasSizeGreaterThan(2)
        .containsOnly("en-long");
    assertThat(ids(searcher().search(request.withFilter("not contains \"zander\""))))
        .isNotEmpty()
        .doesNotContain("en-long");
    assertThat(searcher().delete(Filter.contains("zander"))).isEqualTo(1);
    assertThat(searcher().find("en-long")).isEmpty();
  }

  private List<String> found(String query) {
    return ids(searcher().search(query)).stream().sorted().toList();
  }

  @Test
  default void dividesAQueryIntoWordsAndConditions() {
    assertThat(found("cat -roof")).containsExactly("de-cat", "fr-train");
    assertThat(found("Katze +Dach")).containsExactly("de-cat");
    assertThat(found("\"warm roof\"")).containsExactly("en-cat");
    assertThat(found("sleep trai*")).containsExactly("fr-train");
    assertThat(ids(searcher().search(SearchRequest.of("slee*").withPipeline("bm25"))))
        .as("by words alone")
        .containsExactly("en-cat");
    assertThat(found("cat age:2")).containsExactly("fr-train");
    assertThat(found("cat -language:en checked:true")).containsExactly("fr-train");
    SearchResults results =
        searcher().search(SearchRequest.of("where is the „warm roof“ -dog").withFilter("age > 3"));
    SearchRequest read = results.request();
    assertThat(ids(results)).containsExactly("en-cat");
    assertThat(read.query().text()).isEqualTo("where is the warm roof");
    assertThat(read.query().language()).isEqualTo(Language.of("en"));
    assertThat(read.conditions())
        .contains(Filter.parse("contains \"warm roof\" and not contains \"dog\""));
    assertThat(read.filter()).contains(Filter.parse("age > 3"));
    assertThat(searcher().search(read).results()).isEqualTo(results.results());
    assertThat(searcher().explain(read, results.results().getFirst().hit()).passage())
        .isEqualTo(results.results().getFirst().passage());
  }

  @Test
  default void suggestsWordsForMisspeltOnes() {
    SearchResults misspelt = searcher().search("the cat slepes on the warm rooof");
    assertThat(misspelt.suggestion()).contains("the cat sleeps on the warm roof");
    assertThat(searcher().search("the cat sleeps on the warm roof").suggestion()).isEmpty();
    assertThat(searcher().search("schläfft").suggestion()).contains("schläft");
    SearchRequest words = SearchRequest.of("rooof").withPipeline("bm25");
    assertThat(ids(searcher().search(words))).containsExactly("en-cat");
    SearchRequest german = SearchRequest.of("the cat on the rooof").withLanguages("de");
    assertThat(searcher().search(german).suggestion()).as("no German text has it").isEmpty();
    SearchRequest young = SearchRequest.of("the cat on the rooof").withFilter("age < 3");
    assertThat(searcher().search(young).suggestion()).as("no such document has it").isEmpty();
    SearchRequest old = SearchRequest.of("the cat on the rooof").withFilter("age > 3");
    assertThat(searcher().search(old).suggestion()).contains("the cat on the roof");
    for (String other :
        List.of("nothing", "2024", "xyz", "猫が屋根で寝ている", "el gato duerme en el techo")) {
      assertThat(searcher().search(other).suggestion()).as(other).isEmpty();
    }
  }

  @Test
  default void readsALiteralQueryAsText() {
    SearchResults results = searcher().search(SearchRequest.of("cat -roof").withLiteral(true));
    assertThat(ids(results)).contains("en-cat");
    assertThat(results.request().query().text()).isEqualTo("cat -roof");
    assertThat(results.request().conditions()).isEmpty();
    for (String text : List.of("C++", "-5 °C", "\"unbalanced", "http://x.y/z", "+++", "a:b")) {
      assertThat(searcher().search(text).results())
          .as(text)
          .isEqualTo(searcher().search(SearchRequest.of(text).withLiteral(true)).results());
    }
  }

  @Test
  default void aQueryNeedsAWordToSearchFor() {
    assertThatThrownBy(() -> searcher().search("-roof"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("add a word to search for");
  }

  private List<String> completed(String typed) {
    return searcher().complete(CompletionRequest.of(typed)).stream().map(Completion::text).toList();
  }

  @Test
  default void completesQueriesFromTitlesAndWords() {
    searcher()
        .putAll(
            List.of(
                Document.of("soup", "Houses with old soup bowls.")
                    .withLanguage("en")
                    .withTitle("Soup with Crème fraîche"),
                Document.of("zh", "猫在屋顶上睡觉。").withLanguage("zh").withTitle("猫的故事")));
    assertThat(completed("so")).containsExactly("Soup with Crème fraîche", "soup");
    assertThat(completed("with CRÈ")).containsExactly("with Crème", "Soup with Crème fraîche");
    assertThat(completed("old hou")).contains("old Houses");
    assertThat(completed("the warm ro")).contains("the warm roof");
    assertThat(completed("Kat")).startsWith("Katzen");
    assertThat(completed("猫")).contains("猫的故事");
    assertThat(completed("soup ")).as("a complete word").containsExactly("Soup with Crème fraîche");
    assertThat(searcher().complete(CompletionRequest.of("ca").withLanguages("en").withTop(1)))
        .containsExactly(new Completion("Cats", Language.of("en"), Completion.Kind.TITLE));
    assertThat(searcher().complete(CompletionRequest.of("cat").withLanguages("de"))).isEmpty();
    for (String nothing : List.of("", "  ", "?!", "xyzzy", "\uD83D", "a".repeat(5_000))) {
      assertThat(completed(nothing)).as(nothing).isEmpty();
    }
    searcher().put(Document.of("new", "Zeppelins fly.").withLanguage("en"));
    assertThat(completed("zepp")).as("after a change").containsExactly("Zeppelins");
    searcher().delete("new");
    assertThat(completed("zepp")).isEmpty();
  }
}
