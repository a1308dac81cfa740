// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

class WordListTest extends RecordReaderContractTest<String> {
  @Override
  public String fileName() {
    return "words.txt";
  }

  @Override
  public Records<String> read(Path file, OnError onError) {
    return WordList.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("Brücke", " Steg ", "x");
  }

  @Override
  public List<String> expected() {
    return List.of("Brücke", "Steg", "x");
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two words", "ice cream", "found \"ice cream\", expected one word without"),
        new Bad("two columns", "a\tb", "expected one word without white space"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters);
  }
}
