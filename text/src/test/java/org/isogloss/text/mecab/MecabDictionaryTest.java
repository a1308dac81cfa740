// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with MeCab 0.996 and mecab-ko 0.9.2; see the README of the golden files. */
class MecabDictionaryTest {
  @TempDir Path folder;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream file = MecabDictionaryTest.class.getResourceAsStream("dictionaries.zip");
        ZipInputStream archive = new ZipInputStream(file)) {
      for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        Path unpacked = folder.resolve(entry.getName());
        Files.createDirectories(unpacked.getParent());
        Files.write(unpacked, archive.readAllBytes());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ja", "ko"})
  void splitsAsMecab(String name) throws IOException {
    JsonNode golden;
    try (InputStream file = MecabDictionaryTest.class.getResourceAsStream("words.json.gz");
        InputStream json = new GZIPInputStream(file)) {
      golden = new ObjectMapper().readTree(json);
    }
    MecabDictionary dictionary = MecabDictionary.open(folder.resolve(name));
    assertThat(golden.get("texts")).hasSizeGreaterThan(600);
    for (int i = 0; i < golden.get("texts").size(); i++) {
      String text = golden.get("texts").get(i).textValue();
      // The golden words are those between white space, of which some words consist.
      List<String> words =
          dictionary.split(text).stream()
              .flatMap(word -> Arrays.stream(word.split("[\\s\u3000]+")))
              .filter(word -> !word.isEmpty())
              .toList();
      assertThat(words)
          .as(text)
          .containsExactlyElementsOf(
              StreamSupport.stream(golden.get(name).get(i).spliterator(), false)
                  .map(JsonNode::textValue)
                  .toList());
    }
  }

  @Test
  void rejectsFoldersAndFilesThatAreNoDictionary() throws IOException {
    Path dictionary = folder.resolve("ja");
    Files.delete(dictionary.resolve("matrix.bin"));
    assertThatThrownBy(() -> MecabDictionary.open(dictionary))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("ja: has no file matrix.bin, expected a compiled dictionary");
    byte[] words = Files.readAllBytes(dictionary.resolve("sys.dic"));
    Files.write(dictionary.resolve("sys.dic"), Arrays.copyOf(words, words.length - 1));
    assertThatThrownBy(() -> MecabDictionary.open(dictionary))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("sys.dic: is damaged, or no file of MeCab 0.996");
  }
}
