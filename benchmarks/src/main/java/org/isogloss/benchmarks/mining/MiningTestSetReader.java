// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.benchmarks.collection.DataFolderLocator;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.NtrexFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.documentation.ParallelDocumentation;

/**
 * Reads NTREX-128 hidden among sentences of bitext and documentation, a language against English.
 */
final class MiningTestSetReader {
  private static final Language ENGLISH = Language.of("en");

  private final Path data;

  /**
   * Finds the data.
   *
   * @param data the folder that contains {@code ntrex}; {@code bitext} and {@code help} are in it
   *     or in its parent
   */
  MiningTestSetReader(Path data) {
    this.data = data;
  }

  /** Hides the pairs of a language and English. */
  MiningTestSet read(Language language, int maxBackground, long seed) {
    LanguagePair languages = new LanguagePair(language, ENGLISH);
    List<SentencePair> hidden =
        NtrexFolder.open(data.resolve("ntrex")).pairs(language, ENGLISH, OnError.FAIL).toList();
    return MiningTestSet.hide(languages, hidden, backgroundPairs(languages), maxBackground, seed);
  }

  private List<SentencePair> backgroundPairs(LanguagePair languages) {
    List<SentencePair> others = new ArrayList<>();
    String code = languages.source().tag();
    Path bitext = DataFolderLocator.find(data, "bitext").resolve("en-" + code + ".tsv.gz");
    if (Files.exists(bitext)) {
      try (var pairs = Bitext.readTsv(bitext, OnError.SKIP)) {
        pairs.forEachRemaining(pair -> others.add(inDirection(pair, languages)));
      }
    }
    Path help = DataFolderLocator.find(data, "help");
    if (Files.exists(help.resolve(code + ".tsv.gz"))) {
      try (var pairs =
          ParallelDocumentation.open(help)
              .pairs(languages.source(), languages.target(), OnError.SKIP)) {
        pairs.forEachRemaining(others::add);
      }
    }
    if (others.isEmpty()) {
      throw new IsoglossException(
          data
              + ": no sentences among which to hide pairs of "
              + languages
              + ": expected bitext/en-"
              + code
              + ".tsv.gz or help/"
              + code
              + ".tsv.gz in it or in its parent");
    }
    return others;
  }

  /** The files have English first. */
  private static SentencePair inDirection(SentencePair pair, LanguagePair languages) {
    return new SentencePair(
        languages.source(),
        languages.target(),
        /* source= */ pair.target(),
        /* target= */ pair.source(),
        pair.origin());
  }
}
