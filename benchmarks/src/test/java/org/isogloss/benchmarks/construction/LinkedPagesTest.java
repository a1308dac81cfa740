// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.collection.LinkedDocument;
import org.junit.jupiter.api.Test;

class LinkedPagesTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");
  private static final Language FR = Language.of("fr");

  private final LinkedPages pages = new LinkedPages();

  private void add(Language language, String id, String... links) {
    pages.add(
        new LinkedDocument(new Document(id, language, "Title " + id, "text"), List.of(links)));
  }

  @Test
  void joinsDocumentsThatShareALink() {
    add(EN, "1", "Rhine");
    add(DE, "7", "Rhine");
    add(DE, "8", "Main");
    assertThat(pages.languages()).containsExactly(DE, EN);
    assertThat(pages.documents(DE)).containsExactly("de/7", "de/8");
    assertThat(pages.counterpart("en/1", DE)).contains("de/7");
    assertThat(pages.counterpart("de/7", EN)).contains("en/1");
    assertThat(pages.counterpart("de/8", EN)).isEmpty();
    assertThat(pages.isLinked("de/7")).isTrue();
    assertThat(pages.isLinked("de/8")).isFalse();
    assertThat(pages.linkedPages()).containsExactly("Rhine");
  }

  @Test
  void joinsDocumentsThatAreLinkedThroughOthers() {
    add(EN, "1", "en:Rhine", "de:Rhein");
    add(FR, "2", "fr:Rhin");
    assertThat(pages.counterpart("en/1", FR)).isEmpty();
    add(DE, "3", "de:Rhein", "fr:Rhin");
    assertThat(pages.counterpart("en/1", FR)).contains("fr/2");
    assertThat(pages.link("en/1")).isEqualTo("de:Rhein");
    assertThat(pages.link("fr/2")).isEqualTo("de:Rhein");
    assertThat(pages.ignoredLinks()).isZero();
  }

  @Test
  void keepsOneDocumentOfALanguageOnAPage() {
    add(DE, "1", "Rhine");
    add(EN, "2", "Rhine");
    add(EN, "3", "Rhine");
    assertThat(pages.counterpart("de/1", EN)).contains("en/2");
    assertThat(pages.isLinked("en/3")).isFalse();
    assertThat(pages.ignoredLinks()).isEqualTo(1);
  }

  @Test
  void leavesDocumentsWithoutLinksAlone() {
    add(DE, "1");
    add(EN, "1");
    assertThat(pages.isLinked("de/1")).isFalse();
    assertThat(pages.link("de/1")).isEqualTo("de/1");
  }

  @Test
  void recognisesRepeatedTitlesOfALanguage() {
    pages.add(new LinkedDocument(new Document("1", DE, "Der Rhein", "a"), List.of()));
    pages.add(new LinkedDocument(new Document("2", DE, "der rhein ", "b"), List.of()));
    pages.add(new LinkedDocument(new Document("1", EN, "Der Rhein", "c"), List.of()));
    assertThat(pages.isRepeatedTitle(DE, "DER RHEIN")).isTrue();
    assertThat(pages.isRepeatedTitle(EN, "Der Rhein")).isFalse();
  }

  @Test
  void rejectsARepeatedId() {
    add(DE, "1", "a");
    assertThatThrownBy(() -> add(DE, "1", "b")).hasMessage("two documents have the id de/1");
  }
}
