// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WikitextTest {
  private static String plain(String wikitext) {
    return Wikitext.firstParagraph(wikitext, Set.of("file", "datei", "category"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      textBlock =
          """
          The '''Rhine''' is ''long''. => The Rhine is long.
          A [[river]] in [[Central Europe|Europe]]. => A river in Europe.
          A town [[File:A.jpg]]here. => A town here.
          A town[[Category:Towns]][[de:Stadt]]. => A town.
          See [[:Category:Towns]]. => See Category:Towns.
          See [https://example.org the page] and [//example.org]. => See the page and .
          A {{small {{nested|x}} template}}river. => A river.
          A<!-- hidden -- text --> river. => A river.
          A river<ref name="a" /> is<ref>Long [[reference]]</ref> long. => A river is long.
          Water is <chem>H2O</chem>wet<br/>here<sup>2</sup>. => Water is wet here 2 .
          Length&nbsp;of 1&ndash;2&#160;km &amp; &#x41;&unknown; => Length of 1–2 km & A&unknown;
          193 km&sup2; and &frac12; mile &sup; => 193 km² and ½ mile &sup;
          Aruba ({{lang|nl}}; ) is an island. => Aruba is an island.
          Aruba ({{lang|nl}}, island) is. => Aruba (island) is.
          使用-{zh-hans:网络; zh-hant:網路}-的-{A}- => 使用网络的A
          __NOTOC__A river. => A river.
          An [[unclosed link. => An unclosed link.
          A {{unclosed template. => A
          """)
  void convertsToPlainText(String wikitext, String plain) {
    assertThat(plain(wikitext)).isEqualTo(plain);
  }

  @Test
  void removesImagesWithLinksInTheirCaptions() {
    assertThat(plain("[[Datei:A.jpg|thumb|The [[Rhine|river]] at [[Bonn]]]]The Rhine."))
        .isEqualTo("The Rhine.");
  }

  @Test
  void takesTheFirstParagraphWithText() {
    assertThat(
            plain(
                """
                {{Infobox
                | name = Rhine
                }}
                {| class="wikitable"
                | a cell
                |}
                * an item
                :''This article is about the river.''

                The Rhine
                is long.

                It is old.
                """))
        .isEqualTo("The Rhine is long.");
  }

  @Test
  void stopsAtTheFirstHeading() {
    assertThat(plain("{{Infobox}}\n== History ==\nThe Rhine is old.")).isEmpty();
    assertThat(plain("a = b\n\nmore\n==  History  == \nold")).isEqualTo("a = b");
    assertThat(plain("")).isEmpty();
    assertThat(plain("()")).isEmpty();
  }

  @Test
  void readsLongTextsInLinearTime() {
    assertThat(plain("[[".repeat(100_000) + "x")).isEqualTo("x");
    assertThat(plain("<ref>" + "a < b ".repeat(30_000) + "</ref>x")).isEqualTo("x");
    assertThat(plain("(" + " ".repeat(200_000) + "x")).isEqualTo("(x");
    assertThat(plain("<b ".repeat(80_000) + "x")).startsWith("<b");
  }

  @Test
  void findsLanguageLinks() {
    assertThat(
            Wikitext.languageLinks(
                "[[de:Rhein]] [[ fr : rhin_river ]] [[:it:Reno]] [[zh-yue:x]] [[Rhine]] [[File:A]]"
                    + " [[category:b]] [[es:a|b]]"))
        .containsExactly(
            new WikiTitle(Language.of("de"), "Rhein"),
            new WikiTitle(Language.of("fr"), "Rhin river"));
  }
}
