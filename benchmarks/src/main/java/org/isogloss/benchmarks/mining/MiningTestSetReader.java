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
 * NTREX-128 hidden among the sentences of other bitext and of documentation, a language against
 * English.
 */
final class MiningTestSetReader {
  private static final Language ENGLISH = Language.of("en");

  private final Path data;

  /**
   * Looks for the data.
   *
   * @param data the folder that holds {@code ntrex}; {@code bitext} and {@code help} lie in it or
   *     beside it
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
              + ": nothing to hide pairs of "
              + languages
              + " among: expected bitext/en-"
              + code
              + ".tsv.gz or help/"
              + code
              + ".tsv.gz in it or beside it");
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
