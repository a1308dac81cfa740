// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.isogloss.api.contract.SearcherFixture.ids;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.ListRequest;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.VectorHit;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

/** Which documents and vectors an index accepts, stores and deletes. */
interface DocumentsContract extends SearcherFixture {
  @Test
  default void aDocumentReplacesTheOneWithItsId() {
    searcher().put(ENGLISH.withTitle("Felines"));
    StoredDocument found = searcher().find("en-cat").orElseThrow();
    assertThat(found.title()).isEqualTo("Felines");
    assertThat(searcher().describe().documentCount()).isEqualTo(3);
  }

  @Test
  default void rejectsDocumentsAndKeepsWhatItHas() {
    assertThatThrownBy(() -> searcher().put(Document.of("en-cat", "  ")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("neither title nor text");
    assertThatThrownBy(() -> searcher().put(ENGLISH.withField("age", "old")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"age\"");
    assertThat(searcher().find("en-cat").orElseThrow().passages().getFirst().text())
        .isEqualTo(ENGLISH.text());
    List<PutOutcome> outcomes =
        searcher()
            .putAll(
                List.of(
                    Document.of("a", "One."),
                    Document.of("en-cat", " "),
                    Document.of("b", "Two.").withField("age", "old"),
                    Document.of("c", "Three."),
                    Document.of("d", "\u00AD\u200B\uD800"),
                    Document.of("white space", "Four.")));
    assertThat(outcomes)
        .extracting(PutOutcome::isIndexed)
        .containsExactly(true, false, false, true, false, true);
    assertThat(outcomes).extracting(PutOutcome::position).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(outcomes.get(2).rejection().orElseThrow().reason())
        .isEqualTo(PutOutcome.Reason.INVALID);
    assertThat(searcher().find("en-cat")).isPresent();
    assertThat(searcher().findAll(List.of("a", "b", "c")))
        .extracting(StoredDocument::id)
        .containsExactly("a", "c");
    assertThat(searcher().putAll(List.of())).isEmpty();
  }

  @Test
  default void deletesDocuments() {
    assertThat(searcher().delete("en-cat")).isTrue();
    assertThat(searcher().delete("en-cat")).isFalse();
    assertThat(searcher().find("en-cat")).isEmpty();
    assertThat(searcher().delete(List.of("de-cat", "gone"))).isOne();
    assertThat(searcher().delete(List.of())).isZero();
    assertThat(searcher().delete(Filter.parse("checked"))).isOne();
    assertThat(searcher().describe().documentCount()).isZero();
    assertThat(searcher().search("cat").isEmpty()).isTrue();
  }

  @Test
  default void allowsBlanksInIds() {
    Document notes = Document.of("my notes 1", "Some notes.").withField("age", 5);
    searcher().put(notes);
    assertThat(searcher().find("my notes 1").orElseThrow().metadata()).isEqualTo(notes.metadata());
    SearchRequest request = SearchRequest.of("notes").withPipeline("bm25");
    assertThat(searcher().search(request).results().getFirst().metadata())
        .isEqualTo(notes.metadata());
    assertThat(searcher().list(ListRequest.all().withSort("age", "id")).documents().get(1).id())
        .isEqualTo("my notes 1");
    assertThat(searcher().delete("my notes 1")).isTrue();
    assertThat(searcher().find("my notes 1")).isEmpty();
  }

  @Test
  default void storesDocuments() {
    Document document =
        Document.of("zh", "猫在屋顶上睡觉。")
            .withLanguage("zh-Hant")
            .withTitle("猫")
            .withField("age", 3)
            .withField("views", 9_007_199_254_740_993L)
            .withField("tags", MetadataValue.of("x", "y"))
            .withField("date", "2024-05-31");
    searcher().put(document);
    assertThat(searcher().find("zh"))
        .contains(
            new StoredDocument(
                "zh",
                Language.of("zh-Hant"),
                "猫",
                document.metadata(),
                List.of(new Passage("zh", 0, Language.of("zh-Hant"), "猫", document.text(), 0, 8))));
    assertThat(searcher().find("gone")).isEmpty();
  }

  private static float[] axis(int axis) {
    float[] vector = new float[256];
    vector[axis] = 3;
    return vector;
  }

  @Test
  default void findsDocumentsByVectorsOfTheCaller() {
    EmbeddedDocument whole =
        new EmbeddedDocument(
            Document.of("whole", "Ein Text.").withLanguage("de").withField("age", 1), axis(0));
    EmbeddedDocument parts =
        EmbeddedDocument.ofPassages(
            Document.of("parts", "").withLanguage("en").withTitle("Parts"),
            List.of(
                new EmbeddedPassage("The zeppelin flies.", axis(1)),
                new EmbeddedPassage("It lands.", axis(2))));
    EmbeddedDocument wrong =
        new EmbeddedDocument(Document.of("wrong", "Of another model."), new float[] {1, 2});
    List<PutOutcome> outcomes = searcher().putAllEmbedded(List.of(whole, wrong, parts));
    assertThat(outcomes).extracting(PutOutcome::isIndexed).containsExactly(true, false, true);
    assertThat(outcomes.get(1).rejection().orElseThrow().detail())
        .contains("2 dimensions")
        .contains("256");

    List<VectorHit> found = searcher().nearest(axis(2), Optional.empty(), 1);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().hit().score()).isCloseTo(1, within(1e-3));
    assertThat(found.getFirst().passage())
        .isEqualTo(new Passage("parts", 1, Language.of("en"), "Parts", "It lands.", 21, 30));
    VectorHit filtered =
        searcher().nearest(axis(1), Optional.of(Filter.parse("age < 2")), 1).getFirst();
    assertThat(filtered.hit().documentId()).isEqualTo("whole");
    assertThat(filtered.metadata()).isEqualTo(whole.document().metadata());
    assertThat(ids(searcher().search(SearchRequest.of("zeppelin").withPipeline("bm25"))))
        .containsExactly("parts");
    assertThat(searcher().find("parts").orElseThrow().passages())
        .extracting(Passage::text)
        .containsExactly("The zeppelin flies.", "It lands.");

    searcher().put(Document.of("parts", "The index encodes this text.").withLanguage("en"));
    assertThat(searcher().nearest(axis(2), Optional.empty(), 1).getFirst().hit().score())
        .as("replaced")
        .isLessThan(0.9);
    assertThatThrownBy(() -> searcher().nearest(new float[] {1, 2}, Optional.empty(), 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("2 dimensions");
  }

  @Test
  default void describesTheIndex() {
    IndexDescription description = searcher().describe();
    assertThat(description.documentCount()).isEqualTo(3);
    assertThat(description.passageCount()).isEqualTo(3);
    assertThat(description.passagesByLanguage())
        .isEqualTo(Map.of(Language.of("en"), 1L, Language.of("de"), 1L, Language.of("fr"), 1L));
    assertThat(description.fields())
        .containsEntry("age", FieldType.NUMBER)
        .containsEntry("checked", FieldType.BOOLEAN);
    assertThat(description.model()).contains("tiny");
    assertThat(description.pipeline()).isEqualTo("{bm25:2, dense}fair");
    assertThat(description.translations()).isTrue();
    assertThat(description.answers()).isEmpty();
    assertThat(searcher().refresh()).as("it sees its own changes").isFalse();
  }
}
