// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
          Water is <chem>H2O</chem>wet<br/>here<sup>2</sup>. => Water is wet here2.
          Length&nbsp;of 1&ndash;2&#160;km &amp; &#x41;&unknown; => Length of 1–2 km & A&unknown;
          193 km&sup2; and &frac12; mile &sup; &supp; => 193 km² and ½ mile ⊃ &supp;
          Aruba ({{lang|nl}}; ) is an island. => Aruba is an island.
          Aruba ({{lang|nl}}, island) is. => Aruba (island) is.
          使用-{zh-hans:网络; zh-hant:網路}-的-{A}- => 使用网络的A
          __NOTOC__A river. => A river.
          H<sub>2</sub>O and m<sup>2</sup>. => H2O and m2.
          Type <nowiki>[[x]]</nowiki> and {{x}}. => Type [[x]] and .
          [[Rhine (river)|]] and [[Bonn, Texas|]] => Rhine and Bonn
          The [[river]]s. => The rivers.
          In {{lang|la|Colonia|x}} ({{Langue|de|Köln}}; {{transl|ru|Kyoln}}). => In Colonia (Köln; Kyoln).
          A market ({{lang|de|Markt}}; {{x}}, ) in Brun. => A market (Markt) in Brun.
          H{{sub|2}}O, {{chem|C|O|2}}, {{chem2|N2}} and {{nowrap|1 km}}. => H2O, CO2, N2 and 1 km.
          {{nowrap|[[a|b]]}}{{lang|{{x}}|y}}{{sub}}{{langx|de|z}}End. => End.
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
    assertThat(plain("[[Bild:A.jpg|thumb|The [[Rhine|river]]]]\nThe Rhine."))
        .isEqualTo("The Rhine.");
    assertThat(plain("[[পরিচ্ছেদ:A b.SVG|thumb|x]] The Rhine.")).isEqualTo("The Rhine.");
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
  void findsTheFirstParagraphAnywhere() {
    assertThat(plain("{{Infobox}}\n== History ==\nThe Rhine is old."))
        .isEqualTo("The Rhine is old.");
    assertThat(plain("a = b\n==  History  == \nold")).isEqualTo("a = b");
    assertThat(plain("It is:\n* long\nand old")).isEqualTo("It is:");
    assertThat(plain("{| class=x\n! a\n|-\n| {{b|}}\n{|\n| c\n|}\n|}\nThe Rhine."))
        .isEqualTo("The Rhine.");
    assertThat(plain("__TOC__\n----\n<div>The Rhine.</div>It is old.")).isEqualTo("The Rhine.");
    assertThat(plain("{{Infobox|a=b\n| c = {{d}}\n\nThe '''Rhine'''.")).isEqualTo("The Rhine.");
    assertThat(plain("<gallery>\nA.jpg|x\n</gallery>\n<pre>{{x</pre>\nThe Rhine."))
        .isEqualTo("The Rhine.");
    assertThat(plain("<noinclude>The </noinclude><includeonly>x</includeonly>Rhine."))
        .isEqualTo("The Rhine.");
    assertThat(plain("")).isEmpty();
    assertThat(plain("()")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[http://", "[http://x y", "[[", "[[a|", "[[a", "{{", "{|", "\n{|", "-{", "<ref>", "<!-",
            "<b ",
        "''", "__A", "(,", "&#", "[[a, ", "== a =", "[[de:", "[[de-ab", "<nowiki>", "[[de:   ",
            "}}", "\n|}"
      })
  @Timeout(600)
  void takesLinearTime(String repeated) {
    String text = "The Rhine" + repeated.repeat((1 << 20) / repeated.length()) + " is long.";
    assertThat(plain(text)).startsWith("The Rhine");
    assertThat(plain(text + "]]".repeat(1 << 18))).startsWith("The Rhine");
    assertThat(plain(text + "}}".repeat(1 << 18))).startsWith("The Rhine");
    assertThat(Wikitext.languageLinks(text + " ".repeat(1 << 20))).isEmpty();
  }

  @Test
  void readsLongTextsInLinearTime() {
    assertThat(plain("[[".repeat(100_000) + "x")).isEqualTo("x");
    assertThat(plain("<ref>" + "a < b ".repeat(30_000) + "</ref>x")).isEqualTo("x");
    assertThat(plain("(" + " ".repeat(200_000) + "x")).isEqualTo("(x");
    assertThat(plain("(x" + ",".repeat(200_000) + ")")).isEqualTo("(x)");
    assertThat(plain("x" + ",".repeat(200_000) + "y")).startsWith("x,");
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
