// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/**
 * A compiled dictionary of MeCab 0.996 in UTF-8, such as IPADIC, or of mecab-ko. Texts are split
 * into the same words as by {@code mecab -Owakati}. Thread-safe; the files are mapped into memory.
 */
public final class MecabDictionary {
  /** The setting by which mecab-ko charges for a space in front of some parts of speech. */
  private static final Pattern SPACE_PENALTIES =
      Pattern.compile("(?m)^\\s*left-space-penalty-factor\\s*=\\s*([\\d, ]+)");

  private final Path folder;
  private final MecabLexicon words;
  private final MecabLexicon unknownWords;
  private final CharacterCategories categories;
  private final ConnectionCosts connections;
  private final Map<Integer, Integer> spacePenalties;
  private final int[] unknownCodes;

  private MecabDictionary(Path folder) {
    this.folder = folder;
    this.words = MecabLexicon.open(folder, "sys.dic");
    this.unknownWords = MecabLexicon.open(folder, "unk.dic");
    this.categories = CharacterCategories.open(folder);
    this.connections = ConnectionCosts.open(folder);
    this.spacePenalties = spacePenalties(folder.resolve("dicrc"));
    this.unknownCodes = categories.names().stream().mapToInt(unknownWords::find).toArray();
  }

  /**
   * Opens the folder of a dictionary.
   *
   * @throws IsoglossException if a file is missing or damaged, or the dictionary is not in UTF-8
   */
  public static MecabDictionary open(Path folder) {
    return new MecabDictionary(requireNonNull(folder, "folder is null"));
  }

  private static Map<Integer, Integer> spacePenalties(Path settings) {
    Map<Integer, Integer> penalties = new HashMap<>();
    if (!Files.isRegularFile(settings)) {
      return penalties;
    }
    try {
      Matcher factors = SPACE_PENALTIES.matcher(Files.readString(settings));
      if (factors.find()) {
        String[] numbers = factors.group(1).strip().split("\\s*,\\s*", -1);
        for (int i = 0; i + 1 < numbers.length; i += 2) {
          penalties.put(Integer.parseInt(numbers[i]), Integer.parseInt(numbers[i + 1]));
        }
      }
      return penalties;
    } catch (IOException e) {
      throw new IsoglossException(settings + ": " + FileErrors.readFailure(settings, e), e);
    }
  }

  /** The number of entries of words, which distinguishes versions of a dictionary. */
  public int size() {
    return words.size();
  }

  /**
   * Splits a text into words; white space between words is left out.
   *
   * @throws IsoglossException if an entry refers to a place outside of its file
   */
  public List<String> split(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<String> found = new ArrayList<>();
    try {
      for (WordLattice.Span word : new WordLattice(this, bytes).bestWords()) {
        found.add(new String(bytes, word.from(), word.to() - word.from(), StandardCharsets.UTF_8));
      }
    } catch (IndexOutOfBoundsException e) {
      throw new IsoglossException(folder + ": the dictionary is damaged: get a complete copy", e);
    }
    return found;
  }

  MecabLexicon words() {
    return words;
  }

  CharacterCategories categories() {
    return categories;
  }

  ConnectionCosts connections() {
    return connections;
  }

  /** The entries of unknown words of a category. */
  List<MecabLexicon.Entry> unknownEntries(int category) {
    List<MecabLexicon.Entry> entries = new ArrayList<>();
    int code = category < unknownCodes.length ? unknownCodes[category] : -1;
    for (int i = 0; code >= 0 && i < MecabLexicon.count(code); i++) {
      entries.add(unknownWords.entry(code, i));
    }
    return entries;
  }

  /** The additional cost of a word of a part of speech that follows a space. */
  int spacePenalty(int partOfSpeech) {
    return spacePenalties.getOrDefault(partOfSpeech, 0);
  }
}
