// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;

/**
 * The files of a bitext.
 *
 * @param source a bitext in one file, or the sentences of the first language
 * @param target the sentences of the second language, line by line translations of {@code source}
 *     (Moses); empty for a bitext in one file
 */
public record CorpusFiles(Path source, Optional<Path> target) {
  /** By which a change of a file is recognised. */
  record State(long size, FileTime modified) {}

  public CorpusFiles {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }

  /** The languages that the content or the names of the files state. */
  LanguagePair languages() {
    return target
        .map(translations -> Bitext.mosesLanguages(source, translations))
        .orElseGet(() -> Bitext.languages(source));
  }

  /** Reads the pairs so that their numbers are those of lines. */
  Records<SentencePair> open(LanguagePair languages, OnError onError) {
    return target.isPresent()
        ? Bitext.readMosesByPosition(source, target.get(), languages, onError)
        : Bitext.readByPosition(source, languages, onError);
  }

  /** Replaces the paths of the files by their names, for clients, which know no paths. */
  String withoutFolders(String message) {
    return Stream.concat(Stream.of(source), target.stream())
        .reduce(
            message,
            (text, file) -> text.replace(file.toString(), String.valueOf(file.getFileName())),
            (first, second) -> second);
  }

  /**
   * Returns the states of the files.
   *
   * @throws IsoglossException if one cannot be read, or is not a regular file
   */
  List<State> states() {
    List<State> states = new ArrayList<>(List.of(state(source)));
    target.ifPresent(file -> states.add(state(file)));
    return states;
  }

  private static State state(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        // A pipe would block the request, and cannot be read for the next one.
        throw new IsoglossException(
            file
                + ": is not a regular file, expected a bitext that each request can read again: copy it"
                + " into a file");
      }
      return new State(attributes.size(), attributes.lastModifiedTime());
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
