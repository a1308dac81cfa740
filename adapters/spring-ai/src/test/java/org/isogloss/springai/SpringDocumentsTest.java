// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.Test;
import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;
import org.springframework.util.MimeTypeUtils;

class SpringDocumentsTest {
  private static Document document(String text, Map<String, Object> metadata) {
    return new Document("d", text, metadata);
  }

  /** Splits a document as an index does. */
  private static List<Passage> split(
      org.isogloss.core.Document document, PassageSplitter splitter) {
    List<Passage> passages = new ArrayList<>();
    for (Span span : splitter.split(document.text(), document.language())) {
      passages.add(
          new Passage(
              document.id(),
              passages.size(),
              document.language(),
              document.title(),
              span.coveredText(document.text()),
              span.start(),
              span.end()));
    }
    return passages;
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "Two dogs sleep",
            "a",
            "猫が眠る。",
            ".",
            "?",
            " ",
            "  ",
            "\n",
            "\n\n",
            "\t",
            "\u00a0",
            "\u3000")
        .list()
        .ofMinSize(1)
        .ofMaxSize(30)
        .map(parts -> parts.stream().collect(Collectors.joining()));
  }

  @Property(tries = 500)
  void returnsTheTextExactlyHoweverItIsSplit(
      @ForAll("texts") String text,
      @ForAll @IntRange(min = 1, max = 6) int maxWords,
      @ForAll @IntRange(max = 2) int overlap) {
    Assume.that(!Encoder.isBlank(text));
    org.isogloss.core.Document stored = SpringDocuments.toIsogloss(document(text, Map.of()));
    List<Passage> passages = split(stored, new PassageSplitter(maxWords, overlap));
    Document found = SpringDocuments.toSpring(passages, stored.metadata(), 0);
    assertThat(found.getText()).isEqualTo(text);
    assertThat(found.getMetadata()).isEmpty();
  }

  @Test
  void storesOnlyTextsThatPassagesDoNotDetermine() {
    assertThat(SpringDocuments.toIsogloss(document("One. Two.  Three.", Map.of())).metadata())
        .isEqualTo(Metadata.EMPTY);
    assertThat(SpringDocuments.toIsogloss(document("One.\nTwo.", Map.of())).metadata())
        .isEqualTo(Metadata.EMPTY.with("isogloss.text", MetadataValue.of("One.\nTwo.")));
  }

  @Test
  void titleAndLanguageAreThoseOfTheIndex() {
    org.isogloss.core.Document stored =
        SpringDocuments.toIsogloss(
            document("Zwei Hunde schlafen.", Map.of("title", "Hunde", "language", "de-AT")));
    assertThat(stored.title()).isEqualTo("Hunde");
    assertThat(stored.language()).isEqualTo(Language.of("de"));
    assertThat(
            SpringDocuments.toSpring(
                    split(stored, new PassageSplitter(160)), stored.metadata(), 0.5)
                .getMetadata())
        .as("returned as it was stored")
        .isEqualTo(Map.of("title", "Hunde", "language", "de-AT"));
  }

  @Test
  void aDocumentThatWasNotStoredByThisClassHasItsTitleAndLanguage() {
    Passage passage =
        new Passage("d", 0, Language.of("zh-Hant"), "Titel", "Text", /* start= */ 3, /* end= */ 7);
    Document found = SpringDocuments.toSpring(List.of(passage), Metadata.EMPTY, 0.5);
    assertThat(found.getMetadata()).isEqualTo(Map.of("title", "Titel", "language", "zh-Hant"));
    assertThat(found.getText()).as("without the white space before it").isEqualTo("Text");
    assertThat(found.getScore()).isEqualTo(0.5);
  }

  @Test
  void rejectsDocumentsWithoutText() {
    assertThatThrownBy(() -> SpringDocuments.toIsogloss(document(" \n", Map.of())))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("the text of the document d is blank");
    Media image = new Media(MimeTypeUtils.IMAGE_PNG, URI.create("file:cat.png"));
    assertThatThrownBy(() -> SpringDocuments.toIsogloss(new Document("d", image, Map.of())))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the document d has no text, expected a text document");
  }

  @Test
  void rejectsMetadataThatCannotBeStored() {
    assertThatThrownBy(
            () -> SpringDocuments.toIsogloss(document("x", Map.of("language", "Klingonisch"))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("the document d: unknown language \"Klingonisch\"");
    assertThatThrownBy(
            () -> SpringDocuments.toIsogloss(document("x", Map.of("isogloss.text", "y"))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is reserved for the text");
    assertThatThrownBy(
            () -> SpringDocuments.toIsogloss(document("x", Map.of("a", Map.of("b", "c")))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("the document d: the metadata field \"a\": ");
  }
}
