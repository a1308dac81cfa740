// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlParserTest {
  private static FileContent parse(String page) throws MalformedRecordException {
    return HtmlParser.parse(page.getBytes(UTF_8), Optional.empty());
  }

  private static String text(String page, String charset) throws MalformedRecordException {
    return HtmlParser.parse(page.getBytes(Charset.forName(charset)), Optional.empty()).text();
  }

  @ParameterizedTest
  @CsvSource({
    // Undeclared: UTF-8 if the bytes are, otherwise the fallback of the language.
    "'<p>Café crème', UTF-8",
    "'<p>Café crème', ISO-8859-1",
    "'<html lang=ru><p>Мост', windows-1251",
    "'<html class=\"x\" lang=\"ja\"><p>東京の橋', Shift_JIS",
    "'<html lang=el><p>Γέφυρα', ISO-8859-7",
    "'<html lang=pl-PL><p>Łódź', ISO-8859-2",
    "'<html lang=zh-TW><p>橋樑', Big5",
    "'<html lang=zh-CN><p>桥梁', GBK",
    // Undeclared, and in the other common encoding of the language.
    "'<html lang=ru><p>Большой мост', KOI8-R",
    "'<html lang=ru><p>БОЛЬШОЙ МОСТ', KOI8-R",
    "'<html lang=ru><p>БОЛЬШОЙ МОСТ', windows-1251",
    "'<html lang=uk><p>Великий міст', KOI8-U",
    "'<html lang=ja><p>東京の橋', EUC-JP",
    "'<html lang=ja><p>東京の橋', ISO-2022-JP",
    "'<p>東京の橋', ISO-2022-JP",
    // Declared, by any label.
    "'<meta charset=latin1><p>“Café”', windows-1252",
    "'<META CHARSET=\"x-user-defined\"><p>Café', windows-1252",
    "'<meta charset=gb2312><p>朱镕基', GBK",
    "'<meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\"><p>Мост', KOI8-R",
    "'<!-- <meta charset=koi8-r> --><meta charset=cp1251><p>Мост', windows-1251",
    "'<a title=\"<meta charset=koi8-r>\"></a><meta charset=cp1251><p>Мост', windows-1251",
    "'<?xml version=\"1.0\" encoding=\"windows-1250\"?><html><p>Dvořák', windows-1250",
    // A page in which a browser can read the declaration is not UTF-16.
    "'<meta charset=utf-16><p>Café', UTF-8",
    "'<meta charset=utf-16><p>Café', ISO-8859-1",
    // A pragma without its name, and an unknown label, declare nothing.
    "'<meta name=x content=\"text/html; charset=koi8-r\"><p>Café', UTF-8",
    "'<meta charset=klingon><p>Café', ISO-8859-1",
    // Pages that are not in the declared encoding.
    "'<meta charset=utf-8><p>Café crème', ISO-8859-1",
    "'<html lang=ru><meta charset=utf-8><p>Мост', windows-1251",
    "'<meta charset=shift_jis><p>東京の橋、川', UTF-8",
  })
  void readsEveryEncoding(String page, String charset) throws MalformedRecordException {
    assertThat(text(page, charset)).isEqualTo(page.substring(page.indexOf("<p>") + 3));
  }

  @Test
  void readsTheAddressesOfTranslations() throws MalformedRecordException {
    FileContent content =
        parse(
            "<head><link rel='Alternate nofollow' hreflang=fr href='../fr/a.html#top'>"
                + "<link rel=alternate hreflang=pt href='../pt/caf%C3%A9+100%25%20a.html'>"
                + "<link rel=alternate hreflang=it href=100%.html>"
                + "<link rel=alternate hreflang=de href=a.html?x=1><link rel=alternate href=feed.xml>"
                + "<link rel=alternate hreflang=x-default href=../a.html>"
                + "<link rel=alternate hreflang=es href=https://x.org/es/a.html>"
                + "<link rel=next hreflang=en href=b.html></head><p>Text");
    assertThat(content.metadata().fields().get("translation_of"))
        .hasToString("../fr/a.html, ../pt/café+100% a.html, 100%.html, a.html");
  }

  @Test
  void aByteOrderMarkOutweighsADeclaration() throws MalformedRecordException {
    String page = "<meta charset=koi8-r><p>Café Мост";
    assertThat(text("\ufeff" + page, "UTF-8")).isEqualTo("Café Мост");
    assertThat(text(page, "UTF-16")).isEqualTo("Café Мост");
    assertThat(text("\ufeff" + page, "UTF-16LE")).isEqualTo("Café Мост");
    assertThat(HtmlParser.parse(page.getBytes(UTF_16LE), Optional.empty()).text())
        .isEqualTo("Café Мост");
  }

  @Test
  void readsADeclarationAfterTheFirstBytes() throws MalformedRecordException {
    String head = "<head><script>" + "x = 1; ".repeat(500) + "</script>";
    assertThat(text(head + "<meta charset=windows-1251></head><p>Мост", "windows-1251"))
        .isEqualTo("Мост");
  }

  @Test
  void readsAnUndeclaredPageInTheFallbackOfAKnownLanguage() throws MalformedRecordException {
    byte[] page = "<p>Мост".getBytes(Charset.forName("windows-1251"));
    assertThat(HtmlParser.parse(page, Optional.of(Language.of("ru"))).text()).isEqualTo("Мост");
  }

  @Test
  void readsSingleBytesThatAreNotUtf8InTheFallback() throws MalformedRecordException {
    ByteArrayOutputStream mixed = new ByteArrayOutputStream();
    mixed.writeBytes("<meta charset=utf-8><p>Überschrift: “".getBytes(UTF_8));
    mixed.writeBytes("Café".getBytes(ISO_8859_1));
    mixed.writeBytes("” – ž".getBytes(UTF_8));
    assertThat(HtmlParser.parse(mixed.toByteArray(), Optional.empty()).text())
        .isEqualTo("Überschrift: “Café” – ž");
  }

  @Test
  void refusesBytesThatAreNoCharacters() {
    byte[] page = "<html lang=ja><p>...".getBytes(ISO_8859_1);
    page[page.length - 2] = (byte) 0xff;
    assertThatThrownBy(() -> HtmlParser.parse(page, Optional.empty()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(
            "is read as windows-31j, in which the byte 0xFF at offset 18 is not a character:"
                + " declare the encoding of the page in a meta element, or convert it to UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "Большой мост через реку, windows-1251",
    "Μεγάλη γέφυρα στον ποταμό, windows-1253",
    "東京の橋はとても長いです, Shift_JIS",
    "東京の橋は長い, EUC-JP",
    "서울의 긴 다리입니다, EUC-KR",
    "北京的桥梁很长很大, GBK",
    "Książka o mostach: słońce i miłość; więcej źdźbła i słowa, ISO-8859-2",
  })
  void refusesAnUndeclaredPageThatIsClearlyNotWestern(String text, String charset) {
    byte[] page = ("<p>" + text).getBytes(Charset.forName(charset));
    assertThatThrownBy(() -> HtmlParser.parse(page, Optional.empty()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("declares no encoding")
        .hasMessageContaining("or specify its language");
  }

  @Test
  void readsAnyUndeclaredWesternPage() throws MalformedRecordException {
    String text = "Ação, œuvre: »« ········ ………… ²³¹ col·lecció «l’été» ‚Ärger‘ ÀÉÎÕÜ";
    assertThat(text("<p>" + text, "windows-1252")).isEqualTo(text);
  }

  @Test
  void leavesOutPronunciations() throws MalformedRecordException {
    FileContent content =
        parse(
            "<h1><ruby>橋<rt>はし</ruby></h1><p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp>"
                + "<rt>きょう</rt><rp>)</rp></ruby>は<ruby><rb>首<rb>都<rtc><rt>しゅ<rt>と</rtc></ruby>です。");
    assertThat(content.title()).isEqualTo("橋");
    assertThat(content.text()).isEqualTo("東京は首都です。");
  }

  @Test
  void keepsSoftHyphensForTheAnalysis() throws MalformedRecordException {
    assertThat(parse("<p>Ge&shy;samt&shy;kon&shy;zept.<wbr>Do<wbr>nau").text())
        .isEqualTo("Ge\u00adsamt\u00adkon\u00adzept.Donau");
  }

  @Test
  void leavesOutTheNavigationOfDocBook() throws MalformedRecordException {
    FileContent content =
        parse(
            """
            <html><head><title>Chapter&nbsp;2.&nbsp;Installation</title></head><body>
            <div class="navheader"><table><tr><th colspan="3">Chapter&nbsp;2. Installation</th></tr>
            <tr><td><a href="a">Prev</a></td><td>Part I</td><td><a href="c">Next</a></td></tr></table>
            </div><div class="chapter"><div class="titlepage"><h1 class="title">
            <a name="i"></a>Chapter&nbsp;2.&nbsp;Installation</h1></div><p>Unpack it.</p></div>
            <div class="navfooter"><hr><a href="a">Prev</a> Home</div></body></html>
            """);
    assertThat(content.title()).isEqualTo("Chapter 2. Installation");
    assertThat(content.text()).isEqualTo("Unpack it.");
  }

  @Test
  void leavesOutTheNavigationOfSphinx() throws MalformedRecordException {
    FileContent content =
        parse(
            """
            <title>Installation &#8212; Handbook 1.2 documentation</title>
            <body><div class="related" role="navigation"><h3>Navigation</h3>next</div>
            <div class="document"><div class="body" role="main"><section id="i">
            <ul class="wy-breadcrumbs"><li>Docs</li></ul>
            <h1>Installation<a class="headerlink" href="#i">¶</a></h1><p>Unpack it.</p>
            <div class="highlight-sh"><div class="highlight"><pre><span></span>tar xf a.tar

              make
            </pre></div></div></section></div></div>
            <div class="sphinxsidebar" role="navigation"><h3>Contents</h3></div>
            <div class="footer" role="contentinfo">2024</div></body>
            """);
    assertThat(content.title()).isEqualTo("Installation — Handbook 1.2 documentation");
    assertThat(content.text()).isEqualTo("Unpack it.\n\ntar xf a.tar\n\n  make");
  }

  @Test
  void keepsAHeadingThatIsNotTheTitle() throws MalformedRecordException {
    assertThat(parse("<title>Installations</title><h1>Installation</h1><p>x").text())
        .isEqualTo("Installation\n\nx");
    assertThat(parse("<title>Guide</title><h1>Installation</h1><h2>Guide</h2><p>x").text())
        .isEqualTo("Installation\n\nGuide\n\nx");
  }

  @Test
  void leavesOutTheNavigationOfDocusaurusAndMkDocs() throws MalformedRecordException {
    assertThat(
            parse(
                    """
                    <main><article><nav class="theme-doc-breadcrumbs">Home</nav>
                    <h2 class="anchor">Bridges<a href="#x" class="hash-link">&ZeroWidthSpace;</a></h2>
                    <p>Text.</p><footer class="theme-doc-footer">Edit this page</footer></article>
                    <ul class="table-of-contents"><li>Bridges</ul></main>
                    """)
                .text())
        .isEqualTo("Bridges\n\nText.");
    assertThat(
            parse(
                    """
                    <main class="md-main"><div class="md-sidebar md-sidebar--primary">Pages</div>
                    <article><a class="md-content__button">edit</a><p>Text.</article></main>
                    """)
                .text())
        .isEqualTo("Text.");
  }

  @Test
  void separatesBlocksAndNothingElse() throws MalformedRecordException {
    assertThat(
            parse(
                    """
                    <p>a <s>b</s>c<ins>d</ins>e <math><mi>x</mi><annotation>x</annotation></math>.</p>
                    <details><summary>f</summary>g</details>
                    """)
                .text())
        .isEqualTo("a bcde x.\n\nf\n\ng");
  }

  @Test
  void keepsTheLinesOfPreformattedText() throws MalformedRecordException {
    assertThat(parse("<p>a</p><pre>\none\r\n\ttwo<br>three\r<b>four</b>\n</pre><p>b").text())
        .isEqualTo("a\n\none\n\ttwo\nthree\nfour\n\nb");
  }

  @Test
  void readsTheMainElementByItsRole() throws MalformedRecordException {
    assertThat(parse("<div>menu</div><aside><article>ad</article></aside><div role=main>a").text())
        .isEqualTo("a");
    assertThat(parse("<div>one</div><aside><article>ad</article></aside>").text()).isEqualTo("one");
  }

  @Test
  @Timeout(600)
  void takesLinearTime() throws MalformedRecordException {
    StringBuilder attributes = new StringBuilder("<p");
    for (int i = 0; i < 100_000; i++) {
      attributes.append(" a").append(i).append("=1");
    }
    assertThat(parse(attributes + ">text").text()).isEqualTo("text");
    assertThat(parse("<form>" + "<input>".repeat(300_000) + "text").text()).isEqualTo("text");
    assertThat(parse("<ul class=breadcrumb>x</ul>".repeat(30_000) + "text").text())
        .isEqualTo("text");
    assertThat(parse("<div>".repeat(100_000) + "text").text()).isEqualTo("text");
    assertThat(parse("<article>".repeat(30_000) + "text").text()).isEqualTo("text");
  }
}
