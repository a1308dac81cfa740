// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.Searcher;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.Document;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerAdministrationTest {
  @TempDir private Path folder;
  private SearchServer server;
  private IsoglossClient client;
  private ServerAdministration administration;

  @BeforeEach
  void start() {
    server = SearchServer.builder().data(folder).model("tiny").port(0).start();
    client = IsoglossClient.connect("http://127.0.0.1:" + server.port());
    administration = client.administration();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void managesIndexesAliasesAndSnapshots() {
    administration.createIndex(
        "v1", IndexSettings.ofModel("tiny").withField("day", FieldType.DATE));
    administration.setAlias("current", "v1");
    Searcher current = client.index("current");
    current.put(Document.of("a", "The cat sleeps on the warm roof.").withLanguage("en"));
    assertThat(current.describe().fields()).containsEntry("day", FieldType.DATE);

    IndexStatistics statistics = administration.statistics("current");
    assertThat(statistics.description().name()).isEqualTo("v1");
    assertThat(statistics.description().documentCount()).isEqualTo(1);
    assertThat(statistics.aliases()).containsExactly("current");
    assertThat(statistics.dimension()).hasValue(256);
    assertThat(statistics.bytes()).isPositive();

    administration.createSnapshot("v1", "monday");
    assertThat(administration.snapshots("v1"))
        .singleElement()
        .satisfies(snapshot -> assertThat(snapshot.name()).isEqualTo("monday"));
    current.delete("a");
    administration.restore("v1", "monday", "v2");
    assertThat(administration.changeAliases(Map.of("current", Optional.of("v2"))))
        .isEqualTo(Map.of("current", "v2"));
    assertThat(current.search("cat").results()).hasSize(1);

    administration.dropIndex("v1");
    administration.deleteSnapshot("v1", "monday");
    administration.deleteAlias("current");
    assertThat(administration.aliases()).isEmpty();
    assertThat(administration.snapshots("v1")).isEmpty();
    assertThatThrownBy(() -> administration.dropIndex("v1"))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("404");
  }

  @Test
  void createsAndSearchesAnIndexOfWeightsOfTerms() {
    new SampleModel("random-sparse/splade-bert").copyInto(folder.resolve("models"));
    ModelDescription model = administration.loadModel("splade-bert");
    assertThat(model.dimension()).isZero();
    assertThat(administration.models()).contains(model);
    administration.createIndex("weighed", IndexSettings.ofModel("none").withSparse("splade-bert"));
    Searcher weighed = client.index("weighed");
    String text = "Welche Mannschaft gewann das Spiel?";
    weighed.put(Document.of("team", text));
    SearchRequest request = SearchRequest.of(text).withPipeline("sparse");
    assertThat(weighed.search(request).results())
        .singleElement()
        .satisfies(result -> assertThat(result.passage().documentId()).isEqualTo("team"));
  }

  @Test
  void changesRules() {
    administration.createIndex("help", IndexSettings.ofModel("tiny"));
    Searcher help = client.index("help");
    help.put(Document.of("a", "The cat sleeps on the warm roof.").withLanguage("en"));
    assertThat(administration.rules("help")).isEqualTo(IndexRules.NONE);
    IndexRules rules =
        IndexRules.NONE
            .withSynonyms("feline => cat\n")
            .withStopWords("warm\n")
            .withPins("dog\ta\n");
    administration.setRules("help", rules);
    assertThat(administration.rules("help")).isEqualTo(rules);
    assertThat(help.search("dog").results())
        .singleElement()
        .satisfies(result -> assertThat(result.pinned()).isTrue());
    assertThatThrownBy(() -> administration.setRules("help", rules.withSynonyms("alone")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("line 1");
    assertThat(administration.rules("help")).isEqualTo(rules);
  }

  @Test
  void readsLinks() throws InterruptedException {
    administration.createIndex("copies", IndexSettings.ofModel("tiny"));
    String text = "The minister of the interior resigned on Monday after a long debate.";
    client.index("copies").put(Document.of("a", text).withLanguage("en"));
    client.index("copies").put(Document.of("b", text).withLanguage("en"));
    while (administration
        .statistics("copies")
        .links()
        .filter(links -> links.documents() > 0)
        .isEmpty()) {
      Thread.sleep(20); // They are found in the background.
    }
    assertThat(administration.links("copies"))
        .singleElement()
        .satisfies(
            links -> assertThat(links.documents()).isEqualTo(Map.of("en", List.of("a", "b"))));
    assertThat(administration.statistics("copies").links())
        .hasValue(new IndexStatistics.Links(0, 2));
  }

  @Test
  void loadsModels() {
    assertThat(administration.loadModel("compact").name()).isEqualTo("compact");
    assertThat(administration.models())
        .extracting(ModelDescription::name)
        .containsExactly("tiny", "compact");
    administration.unloadModel("compact");
    assertThat(administration.models()).hasSize(1);
  }
}
