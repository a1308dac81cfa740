// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.mining.BiclaScores;
import org.isogloss.mining.PairwiseScores;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.runtime.bicla.BiclaModel;
import org.isogloss.runtime.bicla.SentenceReader;

/** Reads the sentences of two files for a BiCLA model. */
final class BiclaSentences {
  /** The sentences of a file, and their language if it is known. */
  record Lines(Path file, Optional<Language> language, List<String> sentences) {}

  private final ModelFolder folder;
  private final BiclaModel model;
  private final SentenceReader reader;
  private final Console console;

  BiclaSentences(ModelFolder folder, Console console) {
    this.folder = folder;
    this.console = console;
    BiclaFiles files = BiclaFiles.read(folder.path());
    this.model = new BiclaModel(files.architecture(), files.parameters());
    this.reader = new SentenceReader(files.words(), folder.encoding().maxLength());
  }

  /** Parses the value of {@code --languages}. */
  static Optional<LanguagePair> languages(String option) {
    return Optional.ofNullable(option)
        .map(
            text ->
                LanguagePair.find(text)
                    .orElseThrow(
                        () ->
                            new IsoglossException(
                                "--languages is \""
                                    + text
                                    + "\", expected the languages of both files such as de-en")));
  }

  /** Returns the scores of all sentences of the first file with all of the second one. */
  PairwiseScores scores(Lines first, Lines second) {
    return new BiclaScores(model, read(first), read(second));
  }

  private List<WordSequence> read(Lines lines) {
    Language language = language(lines);
    List<WordSequence> sequences =
        lines.sentences().stream().map(text -> reader.read(text, language)).toList();
    long unknown = sequences.stream().filter(sentence -> sentence.length() == 0).count();
    console.note(
        "Read "
            + Console.formatCount(sequences.size(), "line", "lines")
            + " of "
            + lines.file()
            + " in "
            + language.name()
            + (unknown == 0
                ? ""
                : ", " + Console.formatCount(unknown) + " of them without a known word"));
    return sequences;
  }

  private Language language(Lines lines) {
    if (lines.language().isPresent()) {
      Language language = lines.language().get();
      return reader
          .find(language)
          .orElseThrow(
              () ->
                  new IsoglossException(
                      folder.path()
                          + ": has no words of "
                          + language.name()
                          + ", expected one of its languages: "
                          + languages()));
    }
    return Bitext.findLanguageOfExtension(lines.file())
        .flatMap(reader::find)
        .or(() -> reader.detect(lines.sentences()))
        .orElseThrow(
            () ->
                new IsoglossException(
                    lines.file()
                        + ": contains no word that the model knows, expected one of its"
                        + " languages: "
                        + languages()));
  }

  private String languages() {
    return reader.languages().stream().map(Language::tag).collect(Collectors.joining(", "));
  }
}
