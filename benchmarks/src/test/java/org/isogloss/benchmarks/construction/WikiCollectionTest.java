// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.isogloss.data.wiki.LanguageLink;
import org.isogloss.data.wiki.LanguageLinksDump;
import org.isogloss.data.wiki.WikiLinks;
import org.isogloss.data.wiki.WikidataItem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a collection from small dumps of three wikis, whose articles are linked in their texts, in
 * a table of links, and by items of Wikidata.
 */
class WikiCollectionTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  @TempDir Path folder;
  private Path built;
  private CollectionStatistics statistics;

  private static Path resource(String name) {
    try {
      return Path.of(WikiCollectionTest.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void build() throws Exception {
    WikiLinks links = new WikiLinks();
    try (Records<LanguageLink> records =
            LanguageLinksDump.read(resource("enwiki-langlinks.sql"), OnError.FAIL);
        Records<WikidataItem> items = WikidataItem.read(resource("items.tsv"), OnError.FAIL)) {
      links.addLanguageLinks(EN, records);
      links.addItems(items);
    }
    List<Path> dumps =
        List.of(resource("enwiki.xml"), resource("dewiki.xml"), resource("frwiki.xml"));
    built = folder.resolve("built");
    statistics =
        new CollectionBuilder(
                ConstructionOptions.DEFAULT
                    .withCandidates(5, 7)
                    .withSizes(new SplitSizes(4, 2, 2))
                    .withThreads(2),
                ConstructionListener.NONE)
            .build(built, LinkedDocuments.read(dumps, LinkedDocumentOptions.DEFAULT, links));
  }

  private String unzipped(String name) throws IOException {
    byte[] zipped = Files.readAllBytes(built.resolve(name));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void linksArticlesInEveryWay() throws IOException {
    assertThat(statistics.ignoredLinks()).isZero();
    assertThat(
            Files.readAllLines(built.resolve("links.tsv")).stream().map(WikiCollectionTest::link))
        .containsExactly(
            "id link",
            "de/31 de:Lowe",
            "de/32 de:Tarnberg",
            "de/33 de:Hafen Elsa",
            "de/34 de:Varna (Insel)",
            "de/35 de:Alte Mühle Brun",
            "de/36 Q1",
            "de/37 Q2",
            "de/38 de:Fähre Elsa",
            "en/11 de:Lowe",
            "en/12 de:Tarnberg",
            "en/13 de:Hafen Elsa",
            "en/14 de:Varna (Insel)",
            "en/15 de:Alte Mühle Brun",
            "en/16 Q1",
            "en/18 Q2",
            "en/19 de:Fähre Elsa",
            "fr/51 de:Lowe",
            "fr/52 de:Tarnberg",
            "fr/53 de:Hafen Elsa",
            "fr/54 de:Varna (Insel)",
            "fr/55 de:Alte Mühle Brun",
            "fr/56 Q1",
            "fr/57 Q2");
  }

  private static String link(String line) {
    String[] columns = line.split("\t", -1);
    return columns[0] + " " + columns[1];
  }

  @Test
  void readsFirstParagraphsOfArticles() throws IOException {
    assertThat(unzipped("clirmatrix/en.tsv.gz"))
        .isEqualTo(Files.readString(resource("golden-en.tsv")));
    assertThat(statistics.languages().getFirst()).isEqualTo(new LanguageStatistics(DE, 9, 8, 0, 0));
  }

  @Test
  void gradesAndSamplesAsBefore() throws IOException {
    assertThat(unzipped("clirmatrix/en_de.train.jl.gz"))
        .isEqualTo(Files.readString(resource("golden-en_de.train.jl")));
  }
}
