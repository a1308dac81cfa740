// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class AttentionDiagramTest {
  private static AttentionDiagram picture() {
    return new AttentionDiagram("writing well", List.of("writing", "well"), List.of("rašo", "<ger"))
        .layer(
            "layer 6",
            List.of("h1", "h2"),
            new float[][][] {{{0.9f, 0.01f}, {0, 0.5f}}, {{0.1f, 0.2f}, {0, 0}}});
  }

  @Test
  void drawsALineForEachVisibleWeight() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(picture().svg())));
    assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(4);
    assertThat(svg.getElementsByTagName("path").item(0).getTextContent())
        .isEqualTo("h1: writing → rašo 0.900");
    assertThat(svg.getElementsByTagName("text").getLength()).isEqualTo(1 + 2 + 2 + 2);
    assertThat(picture().html()).contains("<figcaption>writing well", "&lt;ger");
  }

  @Test
  void rejectsWeightsOfTheWrongSize() {
    assertThatThrownBy(() -> picture().layer("layer 1", List.of("h1"), new float[1][2][3]))
        .hasMessageContaining("weights of layer 1 do not fit");
  }
}
