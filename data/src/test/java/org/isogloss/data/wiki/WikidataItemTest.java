// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

class WikidataItemTest extends RecordReaderContractTest<WikidataItem> {
  @Override
  public String fileName() {
    return "items.tsv";
  }

  @Override
  public Records<WikidataItem> read(Path file, OnError onError) {
    return WikidataItem.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("de\tRhein\tQ584", "en\trhine_river\tQ584", "zh\t水\tQ283");
  }

  @Override
  public List<WikidataItem> expected() {
    return List.of(
        item("de", "Rhein", "Q584"), item("en", "Rhine river", "Q584"), item("zh", "水", "Q283"));
  }

  private static WikidataItem item(String language, String title, String item) {
    return new WikidataItem(new WikiTitle(Language.of(language), title), item);
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("columns", "de\tRhein", "found 2 columns", "expected language TAB title TAB item"),
        new Bad("language", "xx\tRhein\tQ1", "unknown language \"xx\""),
        new Bad("title", "de\t \tQ1", "the title is empty"),
        new Bad("item", "de\tRhein\t584", "the item is \"584\"", "such as Q584"));
  }

  @Override
  public String longRecord(int characters) {
    return "de\t" + "x".repeat(characters) + "\tQ1";
  }
}
