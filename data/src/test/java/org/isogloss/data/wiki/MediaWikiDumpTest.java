// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class MediaWikiDumpTest extends RecordReaderContractTest<Document> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "dewiki.xml";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return MediaWikiDump.documents(file, onError);
  }

  private static String page(String id, String title, String text) {
    return "<page><title>"
        + title
        + "</title><ns>0</ns><id>"
        + id
        + "</id>\n<revision><id>999</id><text>"
        + text
        + "</text></revision></page>";
  }

  @Override
  public List<String> good() {
    return List.of(
        page("7", "Rhein", "Der '''Rhein''' ist ein Fluss."),
        page("8", "A &amp; B", "&lt;ref>x&lt;/ref>\nText &amp;amp; mehr. 😀"),
        page("10", "Rede", "== Kopf ==\nDer Text."));
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("7", DE, "Rhein", "Der Rhein ist ein Fluss."),
        new Document("8", DE, "A & B", "Text & mehr. 😀"),
        new Document("10", DE, "Rede", "Der Text."));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no title", page("1", " ", "x"), "has no title", "expected <title>"),
        new Bad("no number", page("x1", "T", "x"), "<id> of page \"T\" is \"x1\"", "whole number"),
        new Bad(
            "no text",
            "<page><title>T</title><id>1</id></page>",
            "page \"T\" has no <text>",
            "use an export"));
  }

  @Override
  public String longRecord(int characters) {
    return page("5", "Lang", "x".repeat(characters));
  }

  @Override
  public String file(List<String> records) {
    return """
    <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="de">
    <siteinfo><namespaces><namespace key="0" /><namespace key="6">Datei</namespace>\
    </namespaces></siteinfo>
    """
        + String.join("\n", records)
        + "\n</mediawiki>\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  @Test
  void skipsRedirectsAndOtherNamespaces() throws IOException {
    Path file =
        write(
            file(
                List.of(
                    "<page><title>Rhine</title><ns>0</ns><id>1</id><redirect title=\"Rhein\"/>"
                        + "<revision><text>#REDIRECT [[Rhein]]</text></revision></page>",
                    "<page><title>Datei:A</title><ns>6</ns><id>2</id>"
                        + "<revision><text>x</text></revision></page>",
                    page("3", "Main", "[[Datei:A|x]]Ein [[Fluss]]."))));
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(new Document("3", DE, "Main", "Ein Fluss."));
  }

  @Test
  void countsArticlesWithoutAParagraph() throws IOException {
    Records<Document> records =
        read(
            write(
                file(
                    List.of(
                        page("1", "Liste", "* eins\n* zwei"),
                        page("2", "Rhein", "Ein Fluss."),
                        page("3", "Rhin", "#WEITERLEITUNG [[Rhein]]")))),
            OnError.FAIL);
    assertThat(records.toList()).extracting(Document::id).containsExactly("2");
    assertThat(records.readCount()).isEqualTo(1);
    assertThat(records.withoutTextCount()).isEqualTo(2);
  }

  @Test
  void readsTheLastRevision() throws IOException {
    Path file =
        write(
            file(
                List.of(
                    "<page><title>Main</title><id>3</id><revision><text>Alt.</text></revision>"
                        + "<revision><text>Neu.</text></revision></page>")));
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(new Document("3", DE, "Main", "Neu."));
  }

  @Test
  void isRecognisedByItsRoot() {
    assertThat(MediaWikiDump.isDump("<mediawiki xmlns=\"x\">")).isTrue();
    assertThat(MediaWikiDump.isDump("<?xml version=\"1.0\"?>\n<mediawiki\n xml:lang='de'>"))
        .isTrue();
    assertThat(MediaWikiDump.isDump("d1\tThe root is <mediawiki xml:lang='de'>")).isFalse();
  }

  @Test
  void rejectsOtherXml() throws IOException {
    assertThatThrownBy(() -> read(write("<feed><doc/></feed>"), OnError.SKIP).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("begins with the element <feed>, expected <mediawiki>");
    assertThatThrownBy(
            () -> read(write("<mediawiki xml:lang='xx'></mediawiki>"), OnError.SKIP).toList())
        .hasMessageContaining("xml:lang is \"xx\", expected a language");
    Path cut = write(file(good()).replace("</mediawiki>", ""));
    assertThatThrownBy(() -> read(cut, OnError.SKIP).toList())
        .hasMessageMatching(".*dewiki.xml:\\d+: is not well-formed XML .*: get a complete copy");
  }

  /** No entity is declared or read from another file. */
  @Test
  void readsNoDeclaredEntities() throws IOException {
    Path file =
        write(
            "<!DOCTYPE mediawiki [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"
                + file(List.of(page("1", "T", "&e;"))));
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList()).isInstanceOf(FormatException.class);
  }
}
