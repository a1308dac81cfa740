// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.MosesFolder;
import org.isogloss.data.bitext.NtrexFolder;
import org.isogloss.data.bitext.SentencePair;

/** Reads test sets of translated sentences. */
public final class MateTestSetReader {
  /**
   * The languages of LASER's Tatoeba in XTREME's average (Hu et al. 2020), as its files name them.
   */
  private static final Set<String> XTREME =
      Set.of(
          "ara", "heb", "vie", "ind", "jav", "tgl", "eus", "mal", "tel", "tam", "afr", "nld", "deu",
          "ell", "ben", "hin", "mar", "urd", "fra", "ita", "por", "spa", "bul", "rus", "jpn", "kat",
          "kor", "tha", "swh", "cmn", "kaz", "tur", "est", "fin", "hun", "pes");

  private static final Language ENGLISH = Language.of("en");

  private MateTestSetReader() {}

  /** Reads LASER's Tatoeba: sentences in many languages with their English translations. */
  public static List<MateTestSet> tatoeba(Path data) {
    List<MateTestSet> all = new ArrayList<>();
    for (MosesFolder.Entry entry : MosesFolder.open(data.resolve("tatoeba")).entries()) {
      boolean counts = XTREME.contains(entry.pairName().replaceFirst("-eng$", ""));
      all.add(mates(entry, entry.pairName(), counts));
    }
    return all;
  }

  /** Reads BiCLA's Europarl mates, in the direction of the file names. */
  public static List<MateTestSet> europarl(Path data) {
    return MosesFolder.open(data.resolve("europarl-mates")).entries().stream()
        .map(entry -> mates(entry, name(entry.languages()), true))
        .toList();
  }

  private static MateTestSet mates(MosesFolder.Entry entry, String name, boolean counts) {
    return new MateTestSet(name, entry.languages(), entry.read(OnError.FAIL).toList(), counts);
  }

  private static String name(LanguagePair languages) {
    return name(languages.source()) + "-" + name(languages.target());
  }

  /** Returns the code, with the script unless it is the default: {@code zho}, {@code zho_Hant}. */
  private static String name(Language language) {
    boolean defaultScript = language.tag().equals(language.code());
    return language.alpha3() + (defaultScript ? "" : "_" + language.script());
  }

  /** Reads NTREX: news in many languages with their English translations. */
  public static List<MateTestSet> ntrex(Path data) {
    NtrexFolder folder = NtrexFolder.open(data.resolve("ntrex"));
    List<MateTestSet> all = new ArrayList<>();
    for (Language language : folder.languages()) {
      if (!language.equals(ENGLISH)) {
        LanguagePair languages = new LanguagePair(language, ENGLISH);
        List<SentencePair> pairs = folder.pairs(language, ENGLISH, OnError.FAIL).toList();
        all.add(new MateTestSet(name(languages), languages, pairs, true));
      }
    }
    return all;
  }
}
