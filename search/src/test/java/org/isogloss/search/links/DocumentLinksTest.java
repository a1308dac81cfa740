// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class DocumentLinksTest {
  private static final LinkedText ROOF = text(0.95, Map.of("de", "dach", "en", "roof"));
  private static final DocumentLinks LINKS =
      new DocumentLinks(
          7, 3, List.of(ROOF, text(0.91, Map.of("de", "a\u0301\"", "en", "b", "fr", "c"))));

  private static LinkedText text(double cosine, Map<String, String> documents) {
    TreeMap<String, List<String>> ids = new TreeMap<>();
    documents.forEach((language, id) -> ids.put(language, List.of(id)));
    return new LinkedText(ids, cosine);
  }

  @Test
  void findsTheTextOfADocument() {
    assertThat(LINKS.text("roof")).contains(ROOF);
    assertThat(LINKS.text("wall")).isEmpty();
    assertThat(ROOF.ids()).containsExactly("dach", "roof");
  }

  @Test
  void textNeedsTwoDocuments() {
    assertThat(LINKS.without(Set.of("wall"))).isSameAs(LINKS);
    DocumentLinks fewer = LINKS.without(Set.of("dach", "c"));
    assertThat(fewer.texts())
        .extracting(LinkedText::ids)
        .containsExactly(List.of("a\u0301\"", "b"));
    assertThat(fewer.text("roof")).isEmpty();
  }

  @Test
  void storedFormCanBeRead() {
    DocumentLinks read = DocumentLinks.parse("links", LINKS.toBytes());
    assertThat(read.texts()).isEqualTo(LINKS.texts());
    assertThat(read.run()).isEqualTo(7);
    assertThat(read.added()).isEqualTo(3);
    assertThat(new String(LINKS.toBytes(), UTF_8).lines())
        .element(1)
        .isEqualTo("{\"cosine\":0.95,\"documents\":{\"de\":[\"dach\"],\"en\":[\"roof\"]}}");
    assertThat(DocumentLinks.parse("links", DocumentLinks.NONE.toBytes()).texts()).isEmpty();
  }

  @Test
  void damageIsDetected() {
    byte[] bytes = LINKS.toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 1;
      assertDamaged(damaged);
    }
    assertDamaged(new byte[0]);
    assertDamaged(Arrays.copyOf(bytes, bytes.length - 1));
  }

  private static void assertDamaged(byte[] bytes) {
    assertThatThrownBy(() -> DocumentLinks.parse("x/links.jsonl", bytes))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("x/links.jsonl: the links of documents are damaged");
  }
}
