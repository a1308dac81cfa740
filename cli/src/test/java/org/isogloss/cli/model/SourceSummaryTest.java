// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.junit.jupiter.api.Test;

class SourceSummaryTest {
  private static ProvenanceSource source(String name, String licence) {
    return new ProvenanceSource(name, "0".repeat(64), licence);
  }

  @Test
  void foldsManyFilesOfAFolderWithOneLicence() {
    List<ProvenanceSource> sources = new ArrayList<>();
    sources.add(source("base/model.safetensors", "MIT"));
    for (String language : List.of("af", "ar", "de", "zh")) {
      sources.add(source("bitext/en-" + language + ".tsv.gz", "CC0-1.0"));
    }
    sources.add(source("bitext/own.tsv", ""));
    assertThat(SourceSummary.lines(sources))
        .containsExactly(
            "base/model.safetensors (MIT)",
            "bitext/: 4 files, en-af.tsv.gz to en-zh.tsv.gz (CC0-1.0)",
            "bitext/own.tsv");
    assertThat(SourceSummary.all(sources)).hasSize(6).contains("bitext/en-de.tsv.gz (CC0-1.0)");
  }

  @Test
  void listsNamesWithoutAFolder() {
    List<ProvenanceSource> sources =
        List.of(source("a", ""), source("b", ""), source("c", ""), source("d", ""));
    assertThat(SourceSummary.lines(sources)).containsExactly("a", "b", "c", "d");
  }
}
